import '@mantine/core/styles/Input.layer.css'
import { useHydrated } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { MantineRegion } from '#client/theme/mantine-region.tsx'
import styles from './account-form.module.css'
import { buttonClass } from './button-class.ts'

type AccountFormProps = {
  /** From `useSentForm`. */
  formProps: ComponentProps<'form'>
  busy: boolean
  /** What the button says, and what it says while the form is on its way. */
  button: { text: string; busyText: string }
  /** True while sending it would come to nothing, for instance because the last mail has just gone out. */
  resting?: boolean
  children: ReactNode
}

/** A short form about an account: its fields and the one button below them. */
export function AccountForm({ formProps, busy, button, resting = false, children }: AccountFormProps) {
  const hydrated = useHydrated()
  return (
    <MantineRegion>
      <form {...formProps} className={styles.form}>
        {children}
        {/* Before the scripts have come a press could only send a password where nobody awaits it. */}
        <button
          type="submit"
          className={`${buttonClass()} ${styles.submit}`}
          disabled={busy || resting || !hydrated}
          aria-busy={busy}
          data-dimmed={busy || resting || undefined}
        >
          {busy ? button.busyText : button.text}
        </button>
      </form>
    </MantineRegion>
  )
}
