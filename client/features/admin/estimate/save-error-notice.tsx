import { useEffect, useId, useRef } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import type { Assignee } from '#shared/estimates/estimate-work.ts'
import fields from '../ui/fields.module.css'
import { eventLabel, eventText } from '../ui/work-labels.ts'
import { EventOrigin } from './timeline.tsx'
import type { SaveError } from './use-save-work.ts'
import { describeChange, notSaved } from './work-changes.ts'
import styles from './work-notice.module.css'

type SaveErrorNoticeProps = {
  saveError: SaveError
  assignees: readonly Assignee[]
  onApply: () => void
  onDiscard: () => void
}

export function SaveErrorNotice({ saveError, assignees, onApply, onDiscard }: SaveErrorNoticeProps) {
  const headingId = useId()
  const section = useRef<HTMLElement>(null)
  const { changes, message, stale } = saveError

  // On a phone the pressed control may be far below.
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  return (
    <section ref={section} className={`${styles.notice} ${styles.failure}`} aria-labelledby={headingId}>
      <div role="alert" className={styles.message}>
        <h3 id={headingId}>{notSaved(changes)}</h3>
        <p>{message}</p>
      </div>
      {stale && stale.changes.length > 0 && (
        <ul>
          {stale.changes.map((event) => (
            <li key={event.id}>
              {eventLabel(event, assignees)}
              {eventText(event) && <span className={fields.text}>: {eventText(event)}</span>}
              <br />
              <EventOrigin event={event} />
            </li>
          ))}
        </ul>
      )}
      <dl className={styles.changes}>
        {changes.map((change) => {
          const { label, value } = describeChange(change)
          return (
            <div key={change.kind}>
              <dt>You chose: {label}</dt>
              <dd className={fields.text}>{value}</dd>
            </div>
          )
        })}
      </dl>
      <div className={fields.row}>
        <button type="button" className={buttonClass('primary', 'compact')} onClick={onApply}>
          {stale ? 'Apply my change' : 'Try again'}
        </button>
        <button type="button" className={buttonClass('quiet', 'compact')} onClick={onDiscard}>
          Discard my change
        </button>
      </div>
    </section>
  )
}
