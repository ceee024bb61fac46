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

  return (
    <div className={styles.resend}>
      <button
        type="button"
        className={buttonClass('quiet', 'compact')}
        disabled={page.busy || secondsLeft > 0}
        onClick={() => void page.whileBusy(() => request(email))}
      >
        {busy ? 'Sending...' : 'Resend email'}
      </button>
      {secondsLeft > 0 && <span className={styles.wait}>{`Resend in ${secondsLeft} s`}</span>}
      <p role="status" className={styles.response}>
        {sentTo && emailPromise('If this address is waiting to be confirmed, a new link is on its way.')}
      </p>
    </div>
  )
}
