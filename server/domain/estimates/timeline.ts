import type { OutboxMessage } from '#prisma/generated/sqlite/client.ts'
import type { ReadClient } from '#server/database/database.ts'
import type { TimelineEvent } from '#shared/estimate-work.ts'
import { readEvents } from './estimate-events.ts'

const messageSelect = { id: true, kind: true, state: true, createdAt: true, sentAt: true, nextAttemptAt: true } as const

/**
 * Everything that happened to a request, newest last: that it came in, what became of its e-mails, and the stored events.
 *
 * @param reader outside a transaction or inside one
 */
export async function readTimeline(
  reader: Pick<ReadClient, 'estimateEvent' | 'outboxMessage'>,
  { id, createdAt }: { readonly id: string; readonly createdAt: Date },
): Promise<TimelineEvent[]> {
  const messages = await reader.outboxMessage.findMany({
    where: { estimateId: id },
    orderBy: [{ createdAt: 'asc' }, { kind: 'asc' }, { id: 'asc' }],
    select: messageSelect,
  })
  const events = await readEvents(reader, id)
  const created: TimelineEvent = { id, at: createdAt.toISOString(), by: null, kind: 'created' }
  // Sorting is stable: of what has the same time, the request comes before its e-mails, and these before the events.
  return [created, ...messages.flatMap(mailEntries), ...events.map(({ event }) => event)].toSorted(
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
