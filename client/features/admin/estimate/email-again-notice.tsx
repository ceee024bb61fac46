import { useId, useRef, useState } from 'react'
import { v4 as randomUuid } from 'uuid'
import { buttonClass } from '#client/components/button-class.ts'
import { api } from '#client/lib/api.ts'
import { failureMessage } from '#client/lib/api-error.ts'
import fields from '../ui/fields.module.css'
import styles from './work-notice.module.css'

type EmailAgainNoticeProps = {
  estimateId: string
  messageId: string | null
  title: string
  text: string
  button: string
}

/** Offers to send an email again, and says why. */
export function EmailAgainNotice({ estimateId, messageId, title, text, button }: EmailAgainNoticeProps) {
  const headingId = useId()
  const utils = api.useUtils()
  const [refusal, setRefusal] = useState<string>()
  // Every try sends the same key, so that a lost response queues nothing twice.
  const [entryKey] = useState(() => randomUuid())
  const sending = useRef(false)

  async function sendAgain(): Promise<void> {
    if (sending.current || messageId === null) return
    sending.current = true
    setRefusal(undefined)
    try {
      const state = await utils.client.estimates.sendEmailAgain.mutate({ id: estimateId, messageId, entryKey })
      // The notice disappears, and would take the focus with it.
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
      await utils.estimates.get.cancel({ id: estimateId })
      utils.estimates.get.setData({ id: estimateId }, (page) => page && { ...page, ...state })
      void utils.admin.invalidate(undefined, { refetchType: 'none' })
    } catch (error) {
      setRefusal(failureMessage(error))
      void utils.estimates.get.invalidate({ id: estimateId })
    } finally {
      sending.current = false
    }
  }

  return (
    <section className={styles.notice} aria-labelledby={headingId}>
      <h3 id={headingId}>{title}</h3>
      <p>{text}</p>
      {refusal && (
        <p role="alert" className={fields.error}>
          {`Not sent. ${refusal}`}
        </p>
      )}
      <div className={fields.row}>
        <button type="button" className={buttonClass('quiet', 'compact')} onClick={() => void sendAgain()}>
          {button}
        </button>
      </div>
    </section>
  )
}
