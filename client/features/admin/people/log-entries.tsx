import { Link } from '@tanstack/react-router'
import type { AuditLogEntry, LoggedPerson } from '#shared/audit-log.ts'
import { newYorkDay } from '#shared/calendar-days.ts'
import { formatExactTime, formatTime } from '#shared/formatting.ts'
import { useNow } from '../ui/use-now.ts'
import { dayLabel } from '../ui/work-labels.ts'
import { detailText, kindLabel, noActorText } from './log-labels.ts'
import styles from './log-page.module.css'
import { dayAgo } from './people-labels.ts'

/** Shows the entries under a heading for each day in New York. */
export function LogEntries({ entries }: { entries: readonly AuditLogEntry[] }) {
  const now = useNow()
  return byDay(entries).map(([day, ofDay]) => (
    <section key={day} className={styles.day} aria-labelledby={`day-${day}`}>
      <h3 id={`day-${day}`} className={styles.dayHeading}>
        {dayHeading(day, ofDay[0]?.at, now)}
      </h3>
      <ol className={styles.entries}>
        {ofDay.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  ))
}

function byDay(entries: readonly AuditLogEntry[]): [day: string, entries: AuditLogEntry[]][] {
  const days = new Map<string, AuditLogEntry[]>()
  for (const entry of entries) {
    const day = newYorkDay(new Date(entry.at))
    const sameDay = days.get(day)
    if (sameDay) sameDay.push(entry)
    else days.set(day, [entry])
  }
  return [...days]
}

function dayHeading(day: string, instant: string | undefined, now: Date): string {
  const ago = instant === undefined ? '' : dayAgo(instant, now)
  return ago === 'today' || ago === 'yesterday'
    ? `${ago === 'today' ? 'Today' : 'Yesterday'}, ${dayLabel(day)}`
    : dayLabel(day)
}

function Entry({ entry }: { entry: AuditLogEntry }) {
  const { at, kind, actor, subject } = entry
  const detail = detailText(entry)
  const instant = new Date(at)
  const without = actor ? undefined : noActorText(kind)
  // A change that people make to their own account has no second person.
  const who = subject ?? actor
  return (
    <li className={styles.entry}>
      <time dateTime={at} title={formatExactTime(instant)} className={styles.time}>
        {formatTime(instant)}
      </time>
      <div className={styles.what}>
        <p>
          <span className={styles.kind}>{kindLabel(kind)}</span>
          {detail !== undefined && <span className={styles.detail}> {detail}</span>}
        </p>
        <p className={styles.people}>
          {who && <PersonLink person={who} />}
          {subject && actor && (
            <>
              {' '}
              by <PersonLink person={actor} />
            </>
          )}
          {without !== undefined && <> by {without}</>}
        </p>
      </div>
    </li>
  )
}

function PersonLink({ person: { id, email, name } }: { person: LoggedPerson }) {
  return (
    <Link to="/admin/people/log" search={{ person: id }} className={styles.person}>
      <bdi>{name ?? email}</bdi>
      {name !== null && (
        <span className={styles.address}>
          {' '}
          (<bdi>{email}</bdi>)
        </span>
      )}
    </Link>
  )
}
