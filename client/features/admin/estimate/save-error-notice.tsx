import { useId } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import type { Assignee } from '#shared/estimates/estimate-work.ts'
import fields from '../ui/fields.module.css'
import { eventLabel, eventText } from '../ui/work-labels.ts'
import { EventOrigin } from './timeline.tsx'
import type { SaveError } from './use-save-work.ts'
import { describeChange } from './work-changes.ts'
import styles from './work-notice.module.css'

type SaveErrorNoticeProps = {
  saveError: SaveError
  assignees: readonly Assignee[]
  onApply: () => void
  onDiscard: () => void
}

export function SaveErrorNotice({ saveError, assignees, onApply, onDiscard }: SaveErrorNoticeProps) {
  const headingId = useId()
  const { changes, message, stale } = saveError
  return (
    <section className={`${styles.notice} ${styles.failure}`} aria-labelledby={headingId}>
      <h3 id={headingId}>Not saved</h3>
      <p>{message}</p>
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
      {stale && <p>The page shows how it stands now.</p>}
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
          {stale ? 'Apply anew' : 'Try again'}
        </button>
        <button type="button" className={buttonClass('quiet', 'compact')} onClick={onDiscard}>
          Leave it as it is
        </button>
      </div>
    </section>
  )
}
