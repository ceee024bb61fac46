import { Link } from '@tanstack/react-router'
import * as z from 'zod/mini'
import styles from '#client/components/account-form.module.css'
import { AccountForm } from '#client/components/account-form.tsx'
import { HiddenUsername } from '#client/components/hidden-username.tsx'
import { PasswordField } from '#client/components/password-field.tsx'
import { useAccountForm } from '#client/components/use-account-form.ts'
import { confirmEmailSchema } from '#shared/account.ts'

type ConfirmPasswordFormProps = {
  /** Resolves with error messages by field. */
  confirm: (password: string) => Promise<Record<string, string>>
}

// The link has the token.
const schema = z.required(z.pick(confirmEmailSchema, { password: true }))

/** Browsers other than the one that signed up need the password. */
export function ConfirmPasswordForm({ confirm }: ConfirmPasswordFormProps) {
  const form = useAccountForm(schema, { password: '' })

  return (
    <>
      <p className={styles.notice}>
        You signed up in another browser. To make sure it’s you, please enter the password you chose there.
      </p>
      <AccountForm
        form={form}
        send={({ password }) => confirm(password)}
        button={{ text: 'Confirm', busyText: 'Confirming...' }}
      >
        <HiddenUsername />
        <PasswordField
          {...form.getInputProps('password')}
          id="confirm-password"
          label="Password"
          autoComplete="current-password"
        />
      </AccountForm>
      <p className={styles.aside}>
        Password not working? <Link to="/auth/reset">Set a new password</Link>. That confirms your email, too.
      </p>
      <p className={styles.aside}>
        Didn’t sign up? Ignore the email and close this page. Nothing happens without the password.
      </p>
    </>
  )
}
