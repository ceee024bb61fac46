import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { AccountForm } from '#client/components/account-form.tsx'
import { HiddenUsername } from '#client/components/hidden-username.tsx'
import { NameField } from '#client/components/name-field.tsx'
import { NewPasswordField } from '#client/components/new-password-field.tsx'
import { reportFormError } from '#client/components/report-error.ts'
import { hideError, showSuccess } from '#client/components/toasts.tsx'
import { useAccountForm } from '#client/components/use-account-form.ts'
import { auth } from '#client/lib/auth/auth-client.ts'
import { accountName, type Invitation, resetPasswordSchema } from '#shared/account.ts'
import { type DeadLink, toDeadLink } from './use-invitation.ts'

type NewPasswordFormProps = {
  token: string
  /** It is set for an account that has had no password so far. */
  invitation?: Invitation | undefined
  onDeadLink: (dead: DeadLink) => void
}

// The link has the token.
const schemas = {
  first: z.extend(z.pick(resetPasswordSchema, { password: true }), {
    name: z.pipe(
      z.transform((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value)),
      z.optional(accountName),
    ),
  }),
  later: z.pick(resetPasswordSchema, { password: true }),
}
type Input = { readonly password: string; readonly name?: string | undefined }

const words = {
  first: {
    label: 'Password',
    button: { text: 'Join', busyText: 'Joining...' },
    failed: 'Password Not Set',
    saved: { title: 'Your password is set', message: 'Please sign in with it.' },
  },
  later: {
    label: 'New password',
    button: { text: 'Save password', busyText: 'Saving...' },
    failed: 'Password Not Changed',
    saved: { title: 'Password changed', message: 'Please sign in with your new password.' },
  },
} as const

export function NewPasswordForm({ token, invitation, onDeadLink }: NewPasswordFormProps) {
  const navigate = useNavigate()
  const use = invitation ? 'first' : 'later'
  const { label, button, failed, saved } = words[use]
  const initial: Record<string, string> = invitation ? { name: invitation.name ?? '', password: '' } : { password: '' }
  const form = useAccountForm<Record<string, string>, Input>(schemas[use], initial)

  async function save(input: Input): Promise<Record<string, string>> {
    hideError()
    try {
      await auth.resetPassword({ token, ...input })
    } catch (error) {
      const dead = toDeadLink(error)
      if (!dead) return reportFormError(failed, error)
      onDeadLink(dead)
      return {}
    }
    showSuccess({ ...saved, overHeader: true })
    await navigate({ to: '/auth', search: { next: invitation ? '/admin/today' : undefined }, replace: true })
    return {}
  }

  return (
    <AccountForm form={form} send={save} button={button}>
      <HiddenUsername email={invitation?.email ?? ''} />
      {invitation && (
        <NameField
          {...form.getInputProps('name')}
          id="new-name"
          description="Colleagues see it beside your work. You can add it later."
        />
      )}
      <NewPasswordField {...form.getInputProps('password')} id="new-password" label={label} />
    </AccountForm>
  )
}
