import * as z from 'zod/mini'
import { AccountForm } from '#client/components/account-form.tsx'
import { EmailField } from '#client/components/email-field.tsx'
import { NewPasswordField } from '#client/components/new-password-field.tsx'
import { reportFormError } from '#client/components/report-error.ts'
import { hideError, showSuccess } from '#client/components/toasts.tsx'
import { useAccountForm } from '#client/components/use-account-form.ts'
import { auth } from '#client/lib/auth/auth-client.ts'
import { credentialsSchema, minPasswordLength, passwordAttributeMinimum } from '#shared/account.ts'
import type { CredentialsFormProps } from './sign-in-form.tsx'

type SignUpFormProps = CredentialsFormProps & {
  /** Called once the server has accepted the address. */
  onSent: (email: string) => void
}

// Replaces the browser's `minlength` check, which is off. The server checks all other rules.
const signUpSchema = credentialsSchema.check(
  z.refine(({ password }) => password.length >= passwordAttributeMinimum, {
    path: ['password'],
    error: `Please choose a password of at least ${minPasswordLength} characters.`,
  }),
)

/** The response is the same for an address that has an account. */
export function SignUpForm({ email, onEmail, onSent }: SignUpFormProps) {
  const form = useAccountForm(signUpSchema, { email, password: '' })

  async function signUp(credentials: z.output<typeof signUpSchema>): Promise<Record<string, string>> {
    hideError()
    try {
      await auth.signUp(credentials)
    } catch (error) {
      return reportFormError('Sign Up Failed', error, { toast: true })
    }
    showSuccess({
      title: 'Check your email',
      message: 'We sent you a confirmation link to complete your registration.',
    })
    onSent(credentials.email)
    return {}
  }

  return (
    <AccountForm form={form} send={signUp} button={{ text: 'Create Account', busyText: 'Creating Account...' }}>
      <EmailField
        {...form.getInputProps('email')}
        id="sign-up-email"
        autoComplete="email"
        onInput={(event) => onEmail(event.currentTarget.value)}
      />
      <NewPasswordField
        {...form.getInputProps('password')}
        id="sign-up-password"
        label="Password"
        minLength={passwordAttributeMinimum}
      />
    </AccountForm>
  )
}
