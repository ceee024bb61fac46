import { type ReactNode, useId } from 'react'
import type { Assignee, TimelineEvent } from '#shared/estimates/estimate-work.ts'
import { formatExactTime } from '#shared/formatting.ts'
import { eventLabel, eventText } from '../ui/work-labels.ts'
import { foldEmails } from './email-events.ts'
import styles from './timeline.module.css'
import type { WaitingChange } from './use-save-work.ts'
import { describeChange } from './work-changes.ts'

type TimelineProps = {
  events: readonly TimelineEvent[]
  /** Unsaved changes, shown at the end. */
  waiting: readonly WaitingChange[]
  assignees: readonly Assignee[]
}

export function Timeline({ events, waiting, assignees }: TimelineProps) {
  const headingId = useId()
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.heading}>
        Timeline
      </h3>
      <ol className={styles.list}>
        {foldEmails(events).map((event) => (
          <Entry key={event.id} label={eventLabel(event, assignees)} text={eventText(event)}>
            <EventOrigin event={event} />
          </Entry>
        ))}
        {waiting.map(({ key, change }) => {
          const { label, value } = describeChange(change)
          return (
            <Entry key={key} label={label} text={value}>
              Saving…
            </Entry>
          )
        })}
      </ol>
    </section>
  )
}

function Entry({ label, text, children }: { label: string; text: string | undefined; children: ReactNode }) {
  return (
    <li className={styles.entry}>
      <p className={styles.label}>
        <bdi>{label}</bdi>
      </p>
      {text && (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      )}
      <p className={styles.origin}>{children}</p>
    </li>
  )
}

/** Automatic events have no author. */
export function EventOrigin({ event }: { event: TimelineEvent }) {
  return (
    <>
      <time dateTime={event.at}>{formatExactTime(new Date(event.at))}</time>
      {event.by && (
        <>
          {' by '}
          <bdi>{event.by}</bdi>
        </>
      )}
    </>
  )
}
