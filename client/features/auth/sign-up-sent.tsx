import styles from '#client/components/account-form.module.css'
import { buttonClass } from '#client/components/button-class.ts'
import { ResendConfirmation } from './resend-confirmation.tsx'

type SignUpSentProps = {
  email: string
  onStartAgain: () => void
}

export function SignUpSent({ email, onStartAgain }: SignUpSentProps) {
  return (
    <>
      <div className={styles.notice}>
        <h2>One step is left</h2>
        <p>
          Open the mail to <strong>{email}</strong> and follow its link within 24 hours. In this browser it signs you in
          at once; in another one it asks for your password.
        </p>
        <p>Nothing there after a few minutes? Look among the spam, or have the mail sent again.</p>
        <ResendConfirmation email={email} justSent />
      </div>
      <button type="button" className={buttonClass('quiet', 'compact')} onClick={onStartAgain}>
        Use another address
      </button>
    </>
  )
}
