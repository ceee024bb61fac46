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
        This is not the browser in which you signed up. To be sure that it is you, please enter the password that you
        chose there.
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
        Password not accepted? <Link to="/auth/reset">Set a new password</Link>. That confirms your address, too.
      </p>
      <p className={styles.aside}>
        You did not sign up? Then ignore the mail and close this page. Without the password nothing happens.
      </p>
    </>
  )
}
