import { Link } from '@tanstack/react-router'
import styles from '#client/components/account-form.module.css'
import { AccountForm } from '#client/components/account-form.tsx'
import { HiddenUsername } from '#client/components/hidden-username.tsx'
import { PasswordField } from '#client/components/password-field.tsx'
import { useSentForm } from '#client/lib/use-sent-form.ts'
import { confirmPasswordSchema } from './password-schemas.ts'

type ConfirmPasswordFormProps = {
  /** Resolves with what is wrong with the password. */
  confirm: (password: string) => Promise<Record<string, string>>
}

/** Asks for the password that was chosen on signing up, where the browser is another one. */
export function ConfirmPasswordForm({ confirm }: ConfirmPasswordFormProps) {
  const form = useSentForm({
    fields: ['password'],
    schema: confirmPasswordSchema,
    send: ({ password }) => confirm(password),
  })

  return (
    <>
      <p className={styles.notice}>
        This is not the browser in which you signed up. To be sure that it is you, please enter the password that you
        chose there.
      </p>
      <AccountForm formProps={form.formProps} busy={form.busy} button={{ text: 'Confirm', busyText: 'Confirming...' }}>
        <HiddenUsername />
        <PasswordField
          {...form.fieldProps('password')}
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
