import { useHydrated } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import styles from './submit-button.module.css'

type SubmitButtonProps = { ref: RefObject<HTMLButtonElement | null>; busy: boolean }

/** Disabled until hydration, and with it the Enter key: a native submission would lose the values. */
export function SubmitButton({ ref, busy }: SubmitButtonProps) {
  const hydrated = useHydrated()
  return (
    <button
      ref={ref}
      type="submit"
      className={`${buttonClass()} ${styles.submit}`}
      disabled={busy || !hydrated}
      aria-busy={busy}
    >
      {busy ? 'Submitting...' : 'Get My Free Estimate'}
    </button>
  )
}
