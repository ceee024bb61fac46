import { useState } from 'react'
import { useBusyPage } from '#client/components/busy-page.tsx'
import { buttonClass } from '#client/components/button-class.ts'
import { auth } from '#client/lib/auth/auth-client.ts'
import { emailPromise } from './email-promise.ts'
import styles from './email-request.module.css'
import { useEmailRequest } from './use-email-request.ts'

type ResendConfirmationProps = {
  email: string
  justSent?: boolean
}

export function ResendConfirmation({ email, justSent = false }: ResendConfirmationProps) {
  const page = useBusyPage()
  const { request, busy, sentTo, secondsLeft } = useEmailRequest({ send: auth.resendConfirmation, justSent })
  const [problem, setProblem] = useState<string>()

  async function resend(): Promise<void> {
    setProblem(undefined)
    const { form } = await page.whileBusy(() => request(email))
    setProblem(form)
  }

  return (
    <div className={styles.resend}>
      <button
        type="button"
        className={buttonClass('quiet', 'compact')}
        disabled={page.busy || secondsLeft > 0}
        onClick={() => void resend()}
      >
        {busy ? 'Sending...' : 'Resend email'}
      </button>
      {secondsLeft > 0 && <span className={styles.wait}>{`Resend in ${secondsLeft} s`}</span>}
      {problem && (
        <p role="alert" className={styles.response}>
          {problem}
        </p>
      )}
      <p role="status" className={styles.response}>
        {sentTo && emailPromise('If this address is waiting to be confirmed, a new link is on its way.')}
      </p>
    </div>
  )
}
