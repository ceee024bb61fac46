import { AccountForm } from '#client/components/account-form.tsx'
import { EmailField } from '#client/components/email-field.tsx'
import { useAccountForm } from '#client/components/use-account-form.ts'
import { accountEmailSchema } from '#shared/account.ts'
import { emailPromise } from './email-promise.ts'
import styles from './email-request.module.css'
import { useEmailRequest } from './use-email-request.ts'

type EmailRequestFormProps = {
  send: (input: { email: string }) => Promise<unknown>
  button: string
  /** The text must not reveal whether the account exists. */
  response: string
  initialEmail?: string | undefined
}

export function EmailRequestForm({ send, button, response, initialEmail }: EmailRequestFormProps) {
  const { request, sentTo, secondsLeft } = useEmailRequest({ send })
  const form = useAccountForm(accountEmailSchema, { email: '' })

  return (
    <>
      <AccountForm
        form={form}
        send={({ email }) => request(email)}
        paused={secondsLeft > 0}
        button={{ text: secondsLeft > 0 ? `Resend in ${secondsLeft} s` : button, busyText: 'Sending...' }}
      >
        <EmailField
          {...form.getInputProps('email')}
          id="mail-email"
          autoComplete="email"
          defaultValue={initialEmail ?? ''}
        />
      </AccountForm>
      <p role="status" className={styles.outcome}>
        {sentTo && emailPromise(response)}
      </p>
    </>
  )
}
