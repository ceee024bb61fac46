import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId, useRef, useState } from 'react'
import { newYorkDay, startOfNewYorkDay } from '#shared/calendar-days.ts'
import { type Assignee, type TimelineEvent, withdrawnContacts } from '#shared/estimates/estimate-work.ts'
import { formatDayOfYear, formatExactTime, formatTime } from '#shared/formatting.ts'
import { useStaff } from '../layout/staff-context.ts'
import { useBelow } from '../layout/use-breakpoint.ts'
import { FoldedText } from '../ui/estimate-texts.tsx'
import { contactLabels, eventLabel, eventText } from '../ui/work-labels.ts'
import { foldEmails } from './email-events.ts'
import sheet from './sheet-frame.module.css'
import styles from './timeline.module.css'
import type { WaitingChange } from './use-save-work.ts'
import { describeChange } from './work-changes.ts'

type TimelineProps = {
  /** The oldest is first. */
  events: readonly TimelineEvent[]
  /** Unsaved changes are shown above all others. */
  waiting: readonly WaitingChange[]
  assignees: readonly Assignee[]
  /** Undefined where nothing can be changed. */
  onWithdraw?: (contactId: string) => void
  /** Stands between the heading and the entries. */
  children?: ReactNode
}

/** A phone shows so many at first, and all that people wrote, since the controls are below. */
const newestShown = 5

/** Shows the newest first. What people wrote stands out from what the site noted. */
export function Timeline({ events, waiting, assignees, onWithdraw, children }: TimelineProps) {
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const withdrawn = withdrawnContacts(events)
  const unsaved = waiting.filter((one) => !isStored(one, events))
  const entries = foldEmails(events).toReversed()
  const first = entries.filter((event, index) => index < newestShown || isWritten(event) || eventText(event))
  const [isWhole, setWhole] = useState(false)
  const isLong = useBelow('md') && first.length < entries.length
  return (
    <Stack>
      <Title id={headingId} ref={heading} tabIndex={-1} size="h2">
        Timeline
      </Title>
      {children}
      <section aria-labelledby={headingId}>
        <Stack component="ol">
          {unsaved.length > 0 && (
            <li>
              <ol className={styles.entries}>
                {unsaved.toReversed().map((one) => (
                  <WaitingEntry key={one.key} change={one.change} />
                ))}
              </ol>
            </li>
          )}
          {groupByDay(isLong && !isWhole ? first : entries).map(({ day, entries }) => (
            <li key={day}>
              <Text component="h4" c="dimmed" size="sm" m="0 0 0.375rem">
                <time dateTime={day}>{formatDayOfYear(startOfNewYorkDay(day))}</time>
              </Text>
              <ol className={styles.entries}>
                {entries.map((event) => (
                  <Entry
                    key={event.id}
                    label={eventLabel(event, assignees)}
                    origin={<EventOrigin event={event} format={formatTime} />}
                    text={eventText(event)}
                    isWritten={isWritten(event)}
                    isWithdrawn={withdrawn.has(event.id)}
                  >
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
        </Stack>
        {isLong && (
          <Button variant="default" mt="md" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `Show all ${entries.length} entries`}
          </Button>
        )}
      </section>
    </Stack>
  )
}

const isWritten = ({ kind }: TimelineEvent) => kind === 'note' || kind === 'contact'

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

/** Groups events, which are in the order of time, by New York's days. */
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

function WaitingEntry({ change }: Pick<WaitingChange, 'change'>) {
  const { label, value } = describeChange(change)
  if (change.kind === 'note' || change.kind === 'contact')
    return (
      <Entry
        label={change.kind === 'contact' ? contactLabels[change.channel] : label}
        origin="Saving…"
        text={value}
        isWritten
      />
    )
  return <Entry label={`${label}: ${value}`} origin="Saving…" />
}

type EntryProps = {
  label: string
  origin: ReactNode
  text?: string | undefined
  /** Whether a person wrote it. */
  isWritten?: boolean
  isWithdrawn?: boolean
  children?: ReactNode
}

function Entry({ label, origin, text, isWritten = false, isWithdrawn = false, children }: EntryProps) {
  const Words = isWithdrawn ? 's' : 'bdi'
  return (
    <li className={styles.entry} data-written={isWritten || undefined}>
      <p className={styles.label}>
        <Words>{label}</Words>
        {isWithdrawn && <span> (withdrawn)</span>}
      </p>
      <p className={styles.origin}>{origin}</p>
      {children}
      {text && (
        <div className={styles.text}>
          <FoldedText label={label} className={sheet.written}>
            {isWithdrawn ? <s>{text}</s> : text}
          </FoldedText>
        </div>
      )}
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

type WithdrawContactProps = {
  /** The account that logged the contact: only it may withdraw it. */
  by: string | null | undefined
  onWithdraw: () => void
}

/** Asks first: logged again, the contact would have a later time. */
function WithdrawContact({ by, onWithdraw }: WithdrawContactProps) {
  const { id: ownId } = useStaff()
  const questionId = useId()
  const [asking, setAsking] = useState(false)
  if (by !== ownId) return null
  if (!asking)
    return (
      <Button variant="subtle" color="ink" className={styles.withdraw} onClick={() => setAsking(true)}>
        Withdraw…
      </Button>
    )
  return (
    <Group gap="xs" w="100%">
      <p id={questionId}>Withdraw this contact? Without another one, the clock goes on.</p>
      <Button autoFocus variant="default" aria-describedby={questionId} onClick={onWithdraw}>
        Withdraw
      </Button>
      <Button variant="default" onClick={() => setAsking(false)}>
        Keep it
      </Button>
    </Group>
  )
}
