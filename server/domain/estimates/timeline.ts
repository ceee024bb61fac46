import type { OutboxMessage } from '#prisma/generated/sqlite/client.ts'
import type { ReadClient } from '#server/database/database.ts'
import type { TimelineEvent } from '#shared/estimates/estimate-work.ts'
import { readEvents } from './estimate-events.ts'
import { readReasons } from './spam-check.ts'

const messageSelect = { id: true, kind: true, state: true, createdAt: true, sentAt: true, nextAttemptAt: true } as const

/** How a request came in. */
export type ReceivedEstimate = {
  readonly id: string
  readonly createdAt: Date
  /** As stored. */
  readonly quarantineReasons: string | null
}

/**
 * Everything that happened to a request, newest last: that it came in, why it was set aside then, what became of its e-mails, and the stored events.
 *
 * @param reader outside a transaction or inside one
 */
export async function readTimeline(
  reader: Pick<ReadClient, 'estimateEvent' | 'outboxMessage'>,
  { id, createdAt, quarantineReasons }: ReceivedEstimate,
): Promise<TimelineEvent[]> {
  const messages = await reader.outboxMessage.findMany({
    where: { estimateId: id },
    orderBy: [{ createdAt: 'asc' }, { kind: 'asc' }, { id: 'asc' }],
    select: messageSelect,
  })
  const events = await readEvents(reader, id)
  const at = createdAt.toISOString()
  const created: TimelineEvent = { id, at, by: null, kind: 'created' }
  // What somebody of the staff did has an event of its own.
  const reasons = readReasons(quarantineReasons).filter((reason) => reason !== 'staff')
  const setAside: TimelineEvent = { id: `${id}.set_aside`, at, by: null, kind: 'set_aside', reasons }
  const received = reasons.length > 0 ? [created, setAside] : [created]
  // Sorting is stable: of what has the same time, the request comes before its e-mails, and these before the events.
  return [...received, ...messages.flatMap(mailEntries), ...events.map(({ event }) => event)].toSorted(
    (a, b) => Date.parse(a.at) - Date.parse(b.at),
  )
}

type Message = Pick<OutboxMessage, keyof typeof messageSelect>

/** That a message was written, and what came of it where that is known by now. */
function mailEntries({ id, kind, state, createdAt, sentAt, nextAttemptAt }: Message): TimelineEvent[] {
  const entry = (at: Date, stage: 'queued' | 'sent' | 'failed'): TimelineEvent => {
    return { id: `${id}.${stage}`, at: at.toISOString(), by: null, kind: 'mail', mail: kind, state: stage }
  }
  const queued = entry(createdAt, 'queued')
  if (sentAt) return [queued, entry(sentAt, 'sent')]
  return state === 'failed' ? [queued, entry(nextAttemptAt, 'failed')] : [queued]
}
