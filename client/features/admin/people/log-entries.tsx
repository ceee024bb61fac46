import { Paper, Stack, Text, Title } from '@mantine/core'
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
    <Stack key={day} gap="xs" component="section" aria-labelledby={`day-${day}`}>
      <Title id={`day-${day}`}>{dayHeading(day, ofDay[0]?.at, now)}</Title>
      <Paper component="ol">
        {ofDay.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </Paper>
    </Stack>
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
      <Text size="sm" c="dimmed" lh={1.75} component="time" dateTime={at} title={formatExactTime(instant)}>
        {formatTime(instant)}
      </Text>
      <div className={styles.what}>
        <p>
          <b>{kindLabel(kind)}</b>
          {detail !== undefined && (
            <Text span c="dimmed">
              {' '}
              {detail}
            </Text>
          )}
        </p>
        <Text size="sm" c="dimmed" lh={1.75}>
          {who && <PersonLink person={who} />}
          {subject && actor && (
            <>
              {' '}
              by <PersonLink person={actor} />
            </>
          )}
          {without !== undefined && <> by {without}</>}
        </Text>
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
