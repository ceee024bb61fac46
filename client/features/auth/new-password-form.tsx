import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { AccountForm } from '#client/components/account-form.tsx'
import { HiddenUsername } from '#client/components/hidden-username.tsx'
import { NewPasswordField } from '#client/components/new-password-field.tsx'
import { reportError } from '#client/components/report-error.ts'
import { hideError, showSuccess } from '#client/components/toasts.tsx'
import { useAccountForm } from '#client/components/use-account-form.ts'
import { isExpiredLink } from '#client/lib/api-error.ts'
import { auth } from '#client/lib/auth/auth-client.ts'
import { resetPasswordSchema } from '#shared/account.ts'

type NewPasswordFormProps = {
  token: string
  /** Whether the account has had no password so far. */
  isFirst: boolean
  /** Called if the link was used, expired or invalid. */
  onExpired: () => void
}

// The link has the token.
const schema = z.pick(resetPasswordSchema, { password: true })

const words = {
  first: {
    label: 'Password',
    failed: 'Password Not Set',
    saved: { title: 'Your password is set', message: 'Please sign in with it.' },
  },
  later: {
    label: 'New password',
    failed: 'Password Not Changed',
    saved: { title: 'Password changed', message: 'Please sign in with your new password.' },
  },
} as const

export function NewPasswordForm({ token, isFirst, onExpired }: NewPasswordFormProps) {
  const navigate = useNavigate()
  const { label, failed, saved } = words[isFirst ? 'first' : 'later']
  const form = useAccountForm(schema, { password: '' })

  async function save({ password }: z.output<typeof schema>): Promise<Record<string, string>> {
    hideError()
    try {
      await auth.resetPassword({ token, password })
    } catch (error) {
      if (!isExpiredLink(error)) return reportError(failed, error)
      onExpired()
      return {}
    }
    showSuccess(saved)
    await navigate({ to: '/auth', replace: true })
    return {}
  }

  return (
    <AccountForm form={form} send={save} button={{ text: 'Save password', busyText: 'Saving...' }}>
      <HiddenUsername />
      <NewPasswordField {...form.getInputProps('password')} id="new-password" label={label} />
    </AccountForm>
  )
}
