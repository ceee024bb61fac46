import { useHydrated } from '@tanstack/react-router'
import { useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { consultationEmailKey, createDeviceStorage, draftKey, forgetEntryDrafts } from '#client/lib/device-storage.ts'
import styles from './privacy-page.module.css'

/** Removes all that the site keeps in the browser. */
export function ForgetDevice() {
  const [said, setSaid] = useState('')
  const hydrated = useHydrated()

  function forget(): void {
    const storage = createDeviceStorage()
    const gone = [draftKey, consultationEmailKey].map((key) => storage.remove(key)).every(Boolean)
    forgetEntryDrafts()
    setSaid(gone ? 'Done. This device keeps nothing of this site.' : 'This browser keeps nothing for this site.')
  }

  return (
    <div className={styles.forget}>
      <button type="button" className={buttonClass('quiet')} disabled={!hydrated} onClick={forget}>
        Clear this device now
      </button>
      <p role="status">{said}</p>
    </div>
  )
}
