import { Button } from '@mantine/core'
import { useState } from 'react'
import { AccountRow, StepPanel } from './account-section.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'

type PasswordRowProps = { email: string; onDone: () => void }

/** @param onDone called when the form was closed, so that the focus is not lost with it */
export function PasswordRow({ email, onDone }: PasswordRowProps) {
  const [isOpen, setIsOpen] = useState(false)

  function close(): void {
    setIsOpen(false)
    onDone()
  }

  if (isOpen)
    return (
      <StepPanel title="Change your password" note="This signs you out on all your other devices.">
        <ChangePasswordForm email={email} onChanged={close} onCancel={close} />
      </StepPanel>
    )
  return (
    <div>
      <AccountRow
        name="Password"
        action={
          <Button variant="default" onClick={() => setIsOpen(true)}>
            Change your password
          </Button>
        }
      >
        A new one signs you out on all your other devices.
      </AccountRow>
    </div>
  )
}
