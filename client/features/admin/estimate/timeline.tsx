import { type ReactNode, useId, useRef } from 'react'
import { newYorkDay, startOfNewYorkDay } from '#shared/calendar-days.ts'
import { type Assignee, type TimelineEvent, withdrawnContacts } from '#shared/estimates/estimate-work.ts'
import { formatDayOfYear, formatExactTime, formatTime } from '#shared/formatting.ts'
import { eventLabel, eventText } from '../ui/work-labels.ts'
import { foldEmails } from './email-events.ts'
import styles from './timeline.module.css'
import type { WaitingChange } from './use-save-work.ts'
import { WithdrawContact } from './withdraw-contact.tsx'
import { describeChange } from './work-changes.ts'

type TimelineProps = {
  events: readonly TimelineEvent[]
  /** Unsaved changes are shown at the end. */
  waiting: readonly WaitingChange[]
  assignees: readonly Assignee[]
  /** Undefined where nothing can be changed. */
  onWithdraw?: (contactId: string) => void
}

export function Timeline({ events, waiting, assignees, onWithdraw }: TimelineProps) {
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const withdrawn = withdrawnContacts(events)
  const unsaved = waiting.filter((one) => !isStored(one, events))
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h3 id={headingId} ref={heading} tabIndex={-1} className={styles.heading}>
        Timeline
      </h3>
      <ol className={styles.days}>
        {groupByDay(foldEmails(events)).map(({ day, entries }) => (
          <li key={day} className={styles.day}>
            <h4 className={styles.date}>
              <time dateTime={day}>{formatDayOfYear(startOfNewYorkDay(day))}</time>
            </h4>
            <ol className={styles.entries}>
              {entries.map((event) => (
                <Entry
                  key={event.id}
                  label={eventLabel(event, assignees)}
                  text={eventText(event)}
                  isWithdrawn={withdrawn.has(event.id)}
                >
                  <EventOrigin event={event} format={formatTime} />
                  {onWithdraw && event.kind === 'contact' && !withdrawn.has(event.id) && (
                    <WithdrawContact
                      by={event.byId}
                      onWithdraw={() => {
                        onWithdraw(event.id)
                        heading.current?.focus({ preventScroll: true })
                      }}
                    />
                  )}
                </Entry>
              ))}
            </ol>
          </li>
        ))}
        {unsaved.length > 0 && (
          <li className={styles.day}>
            <ol className={styles.entries}>
              {unsaved.map(({ key, change }) => {
                const { label, value } = describeChange(change)
                return (
                  <Entry key={key} label={label} text={value}>
                    Saving…
                  </Entry>
                )
              })}
            </ol>
          </li>
        )}
      </ol>
    </section>
  )
}

/** A live update may bring an entry before the response to its save does. */
function isStored({ change, known }: WaitingChange, events: readonly TimelineEvent[]): boolean {
  return events.some((event) => {
    if (known.has(event.id)) return false
    if (change.kind === 'note') return event.kind === 'note' && event.text === change.text.trim()
    if (change.kind !== 'contact' || event.kind !== 'contact') return false
    return event.channel === change.channel && (event.note ?? '') === change.note.trim()
  })
}

type Day = { readonly day: string; readonly entries: TimelineEvent[] }

/** Groups the events by New York's days. They are already in the order of time. */
function groupByDay(events: readonly TimelineEvent[]): Day[] {
  const days: Day[] = []
  for (const event of events) {
    const day = newYorkDay(new Date(event.at))
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(event)
    else days.push({ day, entries: [event] })
  }
  return days
}

type EntryProps = { label: string; text: string | undefined; isWithdrawn?: boolean; children: ReactNode }

function Entry({ label, text, isWithdrawn = false, children }: EntryProps) {
  const Words = isWithdrawn ? 's' : 'bdi'
  return (
    <li className={styles.entry}>
      <p className={styles.label}>
        <Words>{label}</Words>
        {isWithdrawn && <span> (withdrawn)</span>}
      </p>
      {text && (
        <p className={styles.text} dir="auto">
          {isWithdrawn ? <s>{text}</s> : text}
        </p>
      )}
      <div className={styles.origin}>{children}</div>
    </li>
  )
}

type EventOriginProps = {
  event: TimelineEvent
  format?: (instant: Date) => string
}

/** Automatic events have no author. */
export function EventOrigin({ event, format = formatExactTime }: EventOriginProps) {
  return (
    <>
      <time dateTime={event.at}>{format(new Date(event.at))}</time>
      {event.by && (
        <>
          {' by '}
          <bdi>{event.by}</bdi>
        </>
      )}
    </>
  )
}
