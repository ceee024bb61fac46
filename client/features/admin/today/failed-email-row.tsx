import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { v4 as randomUuid } from 'uuid'
import { buttonClass } from '#client/components/button-class.ts'
import { Changing } from '#client/components/changing.tsx'
import type { FailedEmail } from '#client/lib/api.ts'
import { formatExactTime } from '#shared/formatting.ts'
import { emailFailureText, emailLabel } from '../ui/email-failure-labels.ts'
import styles from './day-notices.module.css'
import { saveMessage, type TodayWork } from './use-today-work.ts'

export function FailedEmailRow({ email, work }: { email: FailedEmail; work: TodayWork }) {
  const { estimateId, name, kind, address, failure, failedAt } = email
  const [entryKey] = useState(() => randomUuid())
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  async function sendAgain(): Promise<void> {
    if (sending) return
    setSending(true)
    setRefusal(undefined)
    try {
      await work.sendEmailAgain(email, entryKey)
    } catch (error) {
      setRefusal(saveMessage(error))
    } finally {
      setSending(false)
    }
  }

  return (
    <li data-estimate={estimateId} className={styles.email}>
      <div>
        <p>
          <Link to="/admin/estimates/$id" params={{ id: estimateId }} state={{ fromToday: true }} data-row-focus>
            <bdi>{name}</bdi>
          </Link>
          : {emailLabel(kind, address).replace(/^E/, 'e')},{' '}
          <time dateTime={failedAt}>{formatExactTime(new Date(failedAt))}</time>
        </p>
        <p className={styles.reason}>{emailFailureText(failure, kind)}</p>
        {refusal && (
          <p role="alert" className={styles.refusal}>
            {`Not sent. ${refusal}`}
          </p>
        )}
      </div>
      <button
        type="button"
        className={buttonClass('quiet', 'compact')}
        aria-disabled={sending}
        onClick={() => void sendAgain()}
      >
        <Changing>{sending ? 'Sending…' : 'Send again'}</Changing>
        <span className="unseen"> to {name}</span>
      </button>
    </li>
  )
}
