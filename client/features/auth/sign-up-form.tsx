import { AccountForm } from '#client/components/account-form.tsx'
import { NewPasswordField } from '#client/components/new-password-field.tsx'
import { reportFailure } from '#client/components/report-failure.ts'
import { hideError, showSuccess } from '#client/components/toaster.tsx'
import { auth } from '#client/lib/auth/auth-client.ts'
import { useSentForm } from '#client/lib/use-sent-form.ts'
import { passwordAttributeMinimum } from '#shared/account.ts'
import { CredentialsEmail } from './credentials-email.tsx'
import type { CredentialsFormProps } from './credentials-form-props.ts'
import { signUpSchema } from './sign-up-schema.ts'

type SignUpFormProps = CredentialsFormProps & {
  /** The server has taken the request, for this address. */
  onSent: (email: string) => void
}

/** Asks for an account. The answer is the same whether the address has one already. */
export function SignUpForm({ email, onEmail, onSent }: SignUpFormProps) {
  const form = useSentForm({
    fields: ['email', 'password'],
    schema: signUpSchema,
    async send(credentials) {
      hideError()
      try {
        await auth.signUp(credentials)
      } catch (error) {
        return reportFailure('Sign Up Failed', error)
      }
      showSuccess({
        title: 'Check your email',
        message: 'We sent you a confirmation link to complete your registration.',
      })
      onSent(credentials.email)
      return {}
    },
  })

  return (
    <AccountForm
      formProps={form.formProps}
      busy={form.busy}
      button={{ text: 'Create Account', busyText: 'Creating Account...' }}
    >
      <CredentialsEmail
        id="sign-up-email"
        autoComplete="email"
        fieldProps={form.fieldProps('email')}
        email={email}
        onEmail={onEmail}
      />
      <NewPasswordField
        {...form.fieldProps('password')}
        id="sign-up-password"
        label="Password"
        minLength={passwordAttributeMinimum}
      />
    </AccountForm>
  )
}
