import type * as z from 'zod/mini'
import { AccountForm } from '#client/components/account-form.tsx'
import { HiddenUsername } from '#client/components/hidden-username.tsx'
import { NewPasswordField } from '#client/components/new-password-field.tsx'
import { PasswordField } from '#client/components/password-field.tsx'
import { reportFormError } from '#client/components/report-error.ts'
import { hideError, showSuccess } from '#client/components/toasts.tsx'
import { useAccountForm } from '#client/components/use-account-form.ts'
import { errorReason } from '#client/lib/api-error.ts'
import { auth } from '#client/lib/auth/auth-client.ts'
import { changePasswordSchema } from '#shared/account.ts'

type ChangePasswordFormProps = { email: string; onChanged: () => void; onCancel: () => void }

export function ChangePasswordForm({ email, onChanged, onCancel }: ChangePasswordFormProps) {
  const form = useAccountForm(changePasswordSchema, { currentPassword: '', newPassword: '' })

  async function change(passwords: z.output<typeof changePasswordSchema>): Promise<Record<string, string>> {
    hideError()
    try {
      await auth.changePassword(passwords)
    } catch (error) {
      if (errorReason(error) === 'invalid_credentials') return { currentPassword: 'That isn’t your current password.' }
      return reportFormError('Password Not Changed', error)
    }
    showSuccess({ title: 'Password changed', message: 'You were signed out on all your other devices.' })
    onChanged()
    return {}
  }

  return (
    <AccountForm
      form={form}
      send={change}
      button={{ text: 'Change Password', busyText: 'Changing Password...' }}
      onCancel={onCancel}
    >
      <HiddenUsername email={email} />
      <PasswordField
        {...form.getInputProps('currentPassword')}
        id="current-password"
        label="Current password"
        autoComplete="current-password"
      />
      <NewPasswordField {...form.getInputProps('newPassword')} id="new-password" label="New password" />
    </AccountForm>
  )
}
