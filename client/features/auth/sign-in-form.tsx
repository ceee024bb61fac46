import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type * as z from 'zod/mini'
import styles from '#client/components/account-form.module.css'
import { AccountForm } from '#client/components/account-form.tsx'
import { EmailField } from '#client/components/email-field.tsx'
import { PasswordField } from '#client/components/password-field.tsx'
import { reportFormError } from '#client/components/report-error.ts'
import { PasskeyButton } from '#client/components/second-factor/passkey-button.tsx'
import { hideError, showSuccess } from '#client/components/toasts.tsx'
import { useAccountForm } from '#client/components/use-account-form.ts'
import { errorReason } from '#client/lib/api-error.ts'
import { auth } from '#client/lib/auth/auth-client.ts'
import { credentialsSchema } from '#shared/account.ts'
import type { SecondFactorMethod } from '#shared/second-factor.ts'
import { ResendConfirmation } from './resend-confirmation.tsx'
import own from './second-factor-form.module.css'
import { SecondFactorForm } from './second-factor-form.tsx'

export type CredentialsFormProps = { email: string; onEmail: (email: string) => void }

/** The page redirects after a sign-in. */
export function SignInForm({ email, onEmail }: CredentialsFormProps) {
  const [unconfirmed, setUnconfirmed] = useState<string>()
  const [methods, setMethods] = useState<readonly SecondFactorMethod[]>()
  const form = useAccountForm(credentialsSchema, { email, password: '' })

  async function signIn(credentials: z.output<typeof credentialsSchema>): Promise<Record<string, string>> {
    hideError()
    setUnconfirmed(undefined)
    try {
      const result = await auth.signIn(credentials)
      if ('status' in result) {
        setMethods(result.methods)
        return {}
      }
    } catch (error) {
      if (errorReason(error) === 'email_not_confirmed') setUnconfirmed(credentials.email)
      return reportFormError('Sign In Failed', error, { toast: true })
    }
    welcome()
    return {}
  }

  async function signInByPasskey(): Promise<void> {
    await auth.signInByPasskey({ afterPassword: false })
    welcome()
  }

  if (methods) return <SecondFactorForm methods={methods} onStartAgain={() => setMethods(undefined)} />
  return (
    <>
      {unconfirmed && (
        <div className={styles.notice}>
          <p>
            Please confirm <strong>{unconfirmed}</strong> first: open the link in the email we sent you.
          </p>
          <ResendConfirmation email={unconfirmed} />
        </div>
      )}
      <AccountForm form={form} send={signIn} button={{ text: 'Sign In', busyText: 'Signing In...' }}>
        <EmailField
          {...form.getInputProps('email')}
          id="sign-in-email"
          autoComplete="username"
          onInput={(event) => onEmail(event.currentTarget.value)}
        />
        <PasswordField
          {...form.getInputProps('password')}
          id="sign-in-password"
          label="Password"
          autoComplete="current-password"
        />
      </AccountForm>
      <p className={own.or}>or</p>
      <PasskeyButton text="Use a passkey" use={signInByPasskey} className={own.wide} />
      <p className={styles.links}>
        <Link to="/auth/reset" state={{ email }}>
          Forgot password?
        </Link>
      </p>
    </>
  )
}

function welcome(): void {
  showSuccess({ title: 'Welcome back!', message: 'You have successfully signed in.', overHeader: true })
}
