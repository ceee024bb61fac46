import { AccountForm } from '#client/components/account-form.tsx'
import { EmailField } from '#client/components/email-field.tsx'
import { useSentForm } from '#client/lib/use-sent-form.ts'
import { accountEmailSchema } from '#shared/account.ts'
import styles from './mail-request.module.css'
import { useEmailRequest } from './use-mail-request.ts'

type MailRequestFormProps = {
  ask: (input: { email: string }) => Promise<unknown>
  /** What the button says. */
  button: string
  /** What the answer is for everybody, whether there is such an account. */
  answer: string
  /** What stands in the field at first. */
  email?: string | undefined
}

/** Asks for an e-mail address, and for a mail with a link to it. */
export function EmailRequestForm({ ask, button, answer, email }: MailRequestFormProps) {
  const { request, sentTo, secondsLeft } = useEmailRequest({ ask })
  const form = useSentForm({
    fields: ['email'],
    schema: accountEmailSchema,
    send: (input) => request(input.email),
  })

  return (
    <>
      <AccountForm
        formProps={form.formProps}
        busy={form.busy}
        resting={secondsLeft > 0}
        button={{ text: secondsLeft > 0 ? `Again in ${secondsLeft} s` : button, busyText: 'Sending...' }}
      >
        <EmailField {...form.fieldProps('email')} id="mail-email" autoComplete="email" defaultValue={email} />
      </AccountForm>
      <p role="status" className={styles.outcome}>
        {sentTo && answer}
      </p>
    </>
  )
}
