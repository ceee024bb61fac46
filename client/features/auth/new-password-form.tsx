import { useNavigate } from '@tanstack/react-router'
import { AccountForm } from '#client/components/account-form.tsx'
import { HiddenUsername } from '#client/components/hidden-username.tsx'
import { NewPasswordField } from '#client/components/new-password-field.tsx'
import { reportFailure } from '#client/components/report-failure.ts'
import { hideError, showSuccess } from '#client/components/toaster.tsx'
import { auth } from '#client/lib/auth/auth-client.ts'
import { useSentForm } from '#client/lib/use-sent-form.ts'
import { isDeadLink } from './dead-link.ts'
import { newPasswordSchema } from './password-schemas.ts'

type NewPasswordFormProps = {
  /** The secret of the link. */
  token: string
  /** The link turned out to be used, too old, or never one of ours. */
  onExpired: () => void
}

/** Sets a new password by a mail's link, for somebody who forgot theirs or has none yet. */
export function NewPasswordForm({ token, onExpired }: NewPasswordFormProps) {
  const navigate = useNavigate()
  const form = useSentForm({
    fields: ['password'],
    schema: newPasswordSchema,
    async send({ password }) {
      hideError()
      try {
        await auth.resetPassword({ token, password })
      } catch (error) {
        if (!isDeadLink(error)) return reportFailure('Password Not Changed', error)
        onExpired()
        return {}
      }
      showSuccess({ title: 'Password changed', message: 'Please sign in with your new password.' })
      await navigate({ to: '/auth', replace: true })
      return {}
    },
  })

  return (
    <AccountForm formProps={form.formProps} busy={form.busy} button={{ text: 'Save password', busyText: 'Saving...' }}>
      <HiddenUsername />
      <NewPasswordField {...form.fieldProps('password')} id="new-password" label="New password" />
    </AccountForm>
  )
}
