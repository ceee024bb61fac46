import styles from '#client/components/account-form.module.css'
import { useBusyPage } from '#client/components/busy-page.tsx'
import { buttonClass } from '#client/components/button-class.ts'
import { emailsGoToFiles } from '#client/lib/page-hints.ts'
import { emailPromise } from './email-promise.ts'
import { ResendConfirmation } from './resend-confirmation.tsx'

type SignUpSentProps = {
  email: string
  onStartAgain: () => void
}

export function SignUpSent({ email, onStartAgain }: SignUpSentProps) {
  const { busy } = useBusyPage()
  return (
    <>
      <div className={styles.notice}>
        <h2>One more step</h2>
        {emailsGoToFiles() ? (
          <p>{emailPromise('')}</p>
        ) : (
          <>
            <p>
              Open the email we sent to <strong>{email}</strong> and follow the link within 24 hours. Open it in this
              browser to be signed in right away.
            </p>
            <p>Nothing after a few minutes? Check spam or resend it.</p>
          </>
        )}
        <ResendConfirmation email={email} justSent />
      </div>
      <button
        type="button"
        className={buttonClass('quiet', 'compact')}
        disabled={busy}
        data-dimmed={busy || undefined}
        onClick={onStartAgain}
      >
        Use another email address
      </button>
    </>
  )
}
