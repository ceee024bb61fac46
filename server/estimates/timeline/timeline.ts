import type { OutboxMessage } from '#prisma/generated/sqlite/client.ts'
import type { ReadClient } from '#server/database/database.ts'
import { readReasons } from '#server/estimates/submit/spam-check.ts'
import { isFileName } from '#server/mail/transports/file-names.ts'
import { isPhoneEstimate } from '#shared/estimates/estimate-source.ts'
import type { TimelineEvent } from '#shared/estimates/estimate-work.ts'
import { readEmailFailure } from './email-failure.ts'
import { readEvents } from './estimate-events.ts'
import { readExports } from './estimate-exports.ts'

const messageSelect = {
  id: true,
  kind: true,
  address: true,
  state: true,
  createdAt: true,
  sentAt: true,
  nextAttemptAt: true,
  lastError: true,
  providerId: true,
} as const

export type ReceivedEstimate = {
  readonly id: string
  readonly createdAt: Date
  readonly quarantineReasons: string | null
  readonly source: string
}

export async function readTimeline(
  reader: Pick<ReadClient, 'estimateEvent' | 'estimateExport' | 'outboxMessage'>,
  { id, createdAt, quarantineReasons, source }: ReceivedEstimate,
): Promise<TimelineEvent[]> {
  const messages = await reader.outboxMessage.findMany({
    where: { estimateId: id },
    orderBy: [{ createdAt: 'asc' }, { kind: 'asc' }, { id: 'asc' }],
    select: messageSelect,
  })
  const events = await readEvents(reader, id)
  const exports = await readExports(reader, id)
  const at = createdAt.toISOString()
  const created: TimelineEvent = {
    id,
    at,
    by: null,
    kind: 'created',
    ...(isPhoneEstimate({ source }) ? { source: 'phone' } : {}),
  }
  // A spam mark has its own event.
  const reasons = readReasons(quarantineReasons).filter((reason) => reason !== 'staff')
  const quarantine: TimelineEvent = { id: `${id}.quarantined`, at, by: null, kind: 'quarantined', reasons }
  const received = reasons.length > 0 ? [created, quarantine] : [created]
  // The sort is stable: what people did precedes the emails that it queued in the same instant.
  return [...received, ...events.map(({ event }) => event), ...messages.flatMap(mailEntries), ...exports].toSorted(
    (a, b) => Date.parse(a.at) - Date.parse(b.at),
  )
}

type Message = Pick<OutboxMessage, keyof typeof messageSelect>

function mailEntries({
  id,
  kind,
  address,
  state,
  createdAt,
  sentAt,
  nextAttemptAt,
  lastError,
  providerId,
}: Message): TimelineEvent[] {
  const entry = (at: Date, stage: 'queued' | 'sent' | 'failed') => {
    const to = address === null ? {} : { to: address }
    return { id: `${id}.${stage}`, at: at.toISOString(), by: null, kind: 'mail', mail: kind, ...to } as const
  }
  const queued = { ...entry(createdAt, 'queued'), state: 'queued' } as const
  const sent = sentAt && ({ ...entry(sentAt, 'sent'), state: isFileName(providerId) ? 'saved' : 'sent' } as const)
  const entries: TimelineEvent[] = sent ? [queued, sent] : [queued]
  // A bounce follows the sending.
  const hasFailed = (state === 'failed' || state === 'replaced') && (!sent || lastError !== null)
  if (!hasFailed) return entries
  const failure = readEmailFailure(lastError)
  const messageId = state === 'failed' ? id : null
  return [...entries, { ...entry(nextAttemptAt, 'failed'), state: 'failed', failure, messageId }]
}
