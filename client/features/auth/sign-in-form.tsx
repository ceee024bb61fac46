import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import styles from '#client/components/account-form.module.css'
import { AccountForm } from '#client/components/account-form.tsx'
import { PasswordField } from '#client/components/password-field.tsx'
import { reportFailure } from '#client/components/report-failure.ts'
import { hideError, showSuccess } from '#client/components/toaster.tsx'
import { errorReason } from '#client/lib/api-error.ts'
import { auth } from '#client/lib/auth/auth-client.ts'
import { useSentForm } from '#client/lib/use-sent-form.ts'
import { credentialsSchema } from '#shared/account.ts'
import { CredentialsEmail } from './credentials-email.tsx'
import type { CredentialsFormProps } from './credentials-form-props.ts'
import { ResendConfirmation } from './resend-confirmation.tsx'

export const signInEmailId = 'sign-in-email'

/** Signs in. Where to go on to is the page's business, which sees that somebody is signed in now. */
export function SignInForm({ email, onEmail }: CredentialsFormProps) {
  const [unconfirmed, setUnconfirmed] = useState<string>()
  const form = useSentForm({
    fields: ['email', 'password'],
    schema: credentialsSchema,
    async send(credentials) {
      hideError()
      setUnconfirmed(undefined)
      try {
        await auth.signIn(credentials)
      } catch (error) {
        if (errorReason(error) === 'email_not_confirmed') setUnconfirmed(credentials.email)
        return reportFailure('Sign In Failed', error)
      }
      showSuccess({ title: 'Welcome back!', message: 'You have successfully signed in.' })
      return {}
    },
  })

  return (
    <>
      {unconfirmed && (
        <div className={styles.notice}>
          <p>
            Please confirm <strong>{unconfirmed}</strong> first, by the link in the mail that we sent you.
          </p>
          <ResendConfirmation email={unconfirmed} />
        </div>
      )}
      <AccountForm formProps={form.formProps} busy={form.busy} button={{ text: 'Sign In', busyText: 'Signing In...' }}>
        <CredentialsEmail
          id={signInEmailId}
          autoComplete="username"
          fieldProps={form.fieldProps('email')}
          email={email}
          onEmail={onEmail}
        />
        <PasswordField
          {...form.fieldProps('password')}
          id="sign-in-password"
          label="Password"
          autoComplete="current-password"
        />
      </AccountForm>
      <p className={styles.links}>
        <Link to="/auth/reset" state={{ email }}>
          Forgot password?
        </Link>
      </p>
    </>
  )
}
