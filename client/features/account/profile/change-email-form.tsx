import type * as z from 'zod/mini'
import { AccountForm } from '#client/components/account-form.tsx'
import { EmailField } from '#client/components/email-field.tsx'
import { HiddenUsername } from '#client/components/hidden-username.tsx'
import { PasswordField } from '#client/components/password-field.tsx'
import { reportFormError } from '#client/components/report-error.ts'
import { hideError } from '#client/components/toasts.tsx'
import { useAccountForm } from '#client/components/use-account-form.ts'
import { sessionClient } from '#client/lib/auth/session-client.ts'
import { changeEmailSchema, emailChangeHours, emailUndoHours } from '#shared/account.ts'
import { StepPanel } from '../account-section.tsx'

type ChangeEmailFormProps = {
  /** The account has this address now. */
  email: string
  onSent: (newEmail: string) => Promise<void>
  onCancel: () => void
}

export function ChangeEmailForm({ email, onSent, onCancel }: ChangeEmailFormProps) {
  const form = useAccountForm(changeEmailSchema, { newEmail: '', currentPassword: '' })

  async function send(input: z.output<typeof changeEmailSchema>): Promise<Record<string, string>> {
    hideError()
    try {
      await sessionClient.account.requestEmailChange.mutate(input)
    } catch (error) {
      return reportFormError('Email Not Changed', error)
    }
    await onSent(input.newEmail)
    return {}
  }

  return (
    <StepPanel
      title="Change your email address"
      note={`We send a link to the new address. Nothing changes until you open it, within ${emailChangeHours} hours. Then we tell the address you have now, which can undo the change for ${emailUndoHours} hours.`}
    >
      <AccountForm
        form={form}
        send={send}
        button={{ text: 'Send the link', busyText: 'Sending...' }}
        onCancel={onCancel}
      >
        <HiddenUsername email={email} />
        <EmailField {...form.getInputProps('newEmail')} id="new-email" label="New email" autoComplete="email" />
        <PasswordField
          {...form.getInputProps('currentPassword')}
          id="email-password"
          label="Current password"
          autoComplete="current-password"
        />
      </AccountForm>
    </StepPanel>
  )
}
