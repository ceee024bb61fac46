import { useHydrated } from '@tanstack/react-router'
import { useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { createDeviceStorage, tabStorage } from '#client/lib/device-storage.ts'
import styles from './privacy-page.module.css'

/** Removes all site data in the browser except cookies. */
export function ForgetDevice() {
  const [outcome, setOutcome] = useState('')
  const hydrated = useHydrated()

  function forget(): void {
    const gone = [createDeviceStorage().clear(), tabStorage.clear()].every(Boolean)
    setOutcome(gone ? 'Done. This device keeps nothing from this site.' : 'This browser keeps nothing for this site.')
  }

  return (
    <div className={styles.forget}>
      <button type="button" className={buttonClass('quiet')} disabled={!hydrated} onClick={forget}>
        Clear saved data
      </button>
      <p role="status">{outcome}</p>
    </div>
  )
}
