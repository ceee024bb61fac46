import { useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { reportError } from '#client/components/report-error.ts'
import styles from '#client/components/second-factor/second-factor.module.css'
import { hideError, showSuccess } from '#client/components/toasts.tsx'
import type { AccountCalls } from '#client/lib/account-calls.ts'
import { emailsGoToFiles } from '#client/lib/page-hints.ts'
import { useCoolDown } from '#client/lib/use-cool-down.ts'
import type { PendingEmailChange } from '#shared/account.ts'
import { formatDayAndTime } from '#shared/formatting.ts'
import own from '../account-section.module.css'

type PendingEmailProps = {
  calls: AccountCalls
  pending: PendingEmailChange
  onSent: () => Promise<void>
  onOver: (isCanceled: boolean) => Promise<void>
}

/** A change that waits for the link in the new mailbox. */
export function PendingEmail({ calls, pending: { newEmail, expiresAt }, onSent, onOver }: PendingEmailProps) {
  const [busy, setBusy] = useState(false)
  const [secondsLeft, startCoolDown] = useCoolDown(false)

  /** @returns whether it was done */
  async function attempt(failed: string, change: () => Promise<unknown>): Promise<boolean> {
    if (busy) return false
    setBusy(true)
    hideError()
    try {
      await change()
      return true
    } catch (error) {
      reportError(failed, error)
      return false
    } finally {
      setBusy(false)
    }
  }

  async function resend(): Promise<void> {
    if (!(await attempt('Not Sent', () => calls.resendEmailChange.mutate()))) return
    startCoolDown()
    showSuccess(
      emailsGoToFiles()
        ? { title: 'Link saved to a file', message: `The email to ${newEmail} is a file on the server.` }
        : { title: 'Link sent again', message: `Check the inbox of ${newEmail}.` },
    )
    await onSent()
  }

  async function cancel(): Promise<void> {
    if (await attempt('Not Canceled', () => calls.withdrawEmailChange.mutate())) await onOver(true)
  }

  return (
    <div className={`${styles.panel} ${own.step}`}>
      <div>
        <h3 className={styles.heading}>Waiting for your new email</h3>
        <p>
          Open the link that we {emailsGoToFiles() ? 'saved to a file for' : 'sent to'} <strong>{newEmail}</strong>,
          where you are signed in. It works until {formatDayAndTime(new Date(expiresAt))} New York time.
        </p>
      </div>
      <div className={styles.buttons}>
        <button
          type="button"
          className={buttonClass('quiet', 'compact')}
          disabled={secondsLeft > 0}
          data-dimmed={secondsLeft > 0 || undefined}
          onClick={() => void resend()}
        >
          {secondsLeft > 0 ? `Resend in ${secondsLeft} s` : 'Send again'}
        </button>
        <button type="button" className={buttonClass('quiet', 'compact')} onClick={() => void cancel()}>
          Cancel the change
        </button>
      </div>
    </div>
  )
}
