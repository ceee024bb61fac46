import { useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import styles from '#client/components/second-factor/second-factor.module.css'
import { StepHeading } from '#client/components/second-factor/step-heading.tsx'
import { AccountRow } from './account-row.tsx'
import own from './account-section.module.css'
import { ChangePasswordForm } from './change-password-form.tsx'

type PasswordRowProps = { email: string; onDone: () => void }

/** @param onDone called when the form was closed, so that the focus is not lost with it */
export function PasswordRow({ email, onDone }: PasswordRowProps) {
  const [isOpen, setIsOpen] = useState(false)

  function close(): void {
    setIsOpen(false)
    onDone()
  }

  if (!isOpen)
    return (
      <AccountRow
        name="Password"
        action={
          <button type="button" className={buttonClass('quiet', 'compact')} onClick={() => setIsOpen(true)}>
            Change your password
          </button>
        }
      >
        A new one signs you out on all your other devices.
      </AccountRow>
    )
  return (
    <div className={`${styles.panel} ${own.step}`}>
      <div>
        <StepHeading>Change your password</StepHeading>
        <p className={styles.note}>This signs you out on all your other devices.</p>
      </div>
      <ChangePasswordForm email={email} onChanged={close} onCancel={close} />
    </div>
  )
}
