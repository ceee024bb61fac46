import { useState } from 'react'
import { AccountForm } from '#client/components/account-form.tsx'
import { HiddenUsername } from '#client/components/hidden-username.tsx'
import { NewPasswordField } from '#client/components/new-password-field.tsx'
import { PasswordField } from '#client/components/password-field.tsx'
import { reportFailure } from '#client/components/report-failure.ts'
import { hideError, showSuccess } from '#client/components/toaster.tsx'
import { errorReason } from '#client/lib/api-error.ts'
import { auth } from '#client/lib/auth/auth-client.ts'
import { useSentForm } from '#client/lib/use-sent-form.ts'
import { changePasswordSchema } from '#shared/account.ts'

/** Sets a new password for whoever is signed in and knows the present one. */
export function ChangePasswordForm({ email }: { email: string }) {
  // A change empties the fields, by making the form anew.
  const [changes, setChanges] = useState(0)
  return <Fields key={changes} email={email} onChanged={() => setChanges(changes + 1)} />
}

function Fields({ email, onChanged }: { email: string; onChanged: () => void }) {
  const form = useSentForm({
    fields: ['currentPassword', 'newPassword'],
    schema: changePasswordSchema,
    async send(passwords) {
      hideError()
      try {
        await auth.changePassword(passwords)
      } catch (error) {
        const byField = reportFailure('Password Not Changed', error)
        if (errorReason(error) !== 'invalid_credentials') return byField
        return { currentPassword: 'This is not your current password.', ...byField }
      }
      showSuccess({ title: 'Password changed', message: 'All other devices have been signed out.' })
      onChanged()
      return {}
    },
  })

  return (
    <AccountForm
      formProps={form.formProps}
      busy={form.busy}
      button={{ text: 'Change Password', busyText: 'Changing Password...' }}
    >
      <HiddenUsername email={email} />
      <PasswordField
        {...form.fieldProps('currentPassword')}
        id="current-password"
        label="Current password"
        autoComplete="current-password"
      />
      <NewPasswordField {...form.fieldProps('newPassword')} id="new-password" label="New password" />
    </AccountForm>
  )
}
