import { v7 as newId } from 'uuid'
import type { EstimateEvent } from '#prisma/generated/sqlite/client.ts'
import type { NewEvent, ReadClient, Transaction } from '#server/database/database.ts'
import type { EstimateKeys } from '#server/estimates/matching/estimate-keys.ts'
import type { StoredAnswers } from '#shared/estimates/answers.ts'
import type { EstimateOutcome, TimelineEvent } from '#shared/estimates/estimate-work.ts'

/** See timeline.ts for other entries. Exports were events, too, and may still be read. */
type StoredKind = Exclude<TimelineEvent['kind'], 'created' | 'quarantined' | 'mail' | 'exported'>

type ChangeOf<Event> = Event extends { readonly kind: 'assigned' }
  ? // The accounts behind the names, which pages do not need.
    Omit<Event, 'id' | 'at' | 'by' | 'byId'> & { readonly fromId: string | null; readonly toId: string | null }
  : Event extends { readonly kind: StoredKind }
    ? Omit<Event, 'id' | 'at' | 'by' | 'byId'>
    : never

export type EstimateChange = ChangeOf<TimelineEvent>

/** The columns of an estimate that changes set. */
export type Columns = Partial<StoredAnswers & EstimateKeys> & {
  readonly status?: string
  readonly outcome?: EstimateOutcome
  readonly outcomeReason?: string | null
  readonly assigneeId?: string | null
  readonly followUpOn?: string | null
  readonly firstContactAt?: Date | null
  readonly dueAt?: Date | null
  readonly quarantinedAt?: Date | null
  readonly quarantineReasons?: string | null
  readonly spamAt?: Date | null
  readonly completedAt?: Date | null
  readonly proposalPromisedOn?: string | null
  readonly proposalDueOn?: string | null
  readonly proposalSentAt?: Date | null
  readonly proposalCents?: number | null
  readonly withdrawnAt?: Date | null
}

/** An account that changes something. */
export type Actor = { readonly id: string; readonly email: string; readonly name?: string | null }

type ChangeMade = {
  readonly estimateId: string
  /** It is null for the site itself. */
  readonly actor: Actor | null
  readonly at: Date
  /** It orders several events of the same instant, from 0. */
  readonly place?: number
  /** Notes and contacts make no version. */
  readonly version?: number
  readonly change: EstimateChange
  readonly entryKey?: string | null | undefined
  /** The replaced columns of a change that can be undone; see {@link readUndoable}. */
  readonly before?: Columns | undefined
  /** The ids of the emails that the change queued, which go with it when it is undone. */
  readonly queued?: readonly string[] | undefined
}

export function newEvent(made: ChangeMade): NewEvent {
  const { estimateId, actor, at, place = 0, version, change, entryKey = null, before, queued } = made
  const { kind, ...fields } = change
  return {
    id: newId({ msecs: at.getTime() + place }),
    estimateId,
    kind,
    actorId: actor?.id ?? null,
    actorEmail: actor?.email ?? null,
    actorName: actor?.name ?? null,
    at,
    details: JSON.stringify({ ...fields, version, before, queued }),
    entryKey,
  }
}

export async function addEvent({ estimateEvent }: Transaction, event: NewEvent): Promise<void> {
  await estimateEvent.create({ data: event })
}

export async function findEntryKeyUse(
  { estimateEvent }: Pick<ReadClient, 'estimateEvent'>,
  { entryKey, estimateId, kind, details }: NewEvent,
): Promise<'nothing' | 'the same' | 'another'> {
  if (entryKey === null) return 'nothing'
  const stored = await estimateEvent.findUnique({
    where: { entryKey },
    select: { estimateId: true, kind: true, details: true },
  })
  if (!stored) return 'nothing'
  const isSame = stored.estimateId === estimateId && stored.kind === kind && stored.details === details
  return isSame ? 'the same' : 'another'
}

export async function readEvents(reader: Pick<ReadClient, 'estimateEvent'>, estimateId: string) {
  const rows = await reader.estimateEvent.findMany({ where: { estimateId }, orderBy: [{ at: 'asc' }, { id: 'asc' }] })
  return rows.map(toTimelineEvent)
}

export async function readChangesSince(
  reader: Pick<ReadClient, 'estimateEvent'>,
  { id, version: seen }: { readonly id: string; readonly version: number },
): Promise<TimelineEvent[]> {
  const events = await readEvents(reader, id)
  return events
    .flatMap(({ event, version }) => (version !== undefined && version > seen ? [{ event, version }] : []))
    .toSorted((a, b) => a.version - b.version)
    .map(({ event }) => event)
}

/** The last people who changed some estimates' fields, by the estimates' ids. */
export async function readLastChangers(
  { estimateEvent }: Pick<ReadClient, 'estimateEvent'>,
  estimateIds: readonly string[],
): Promise<Map<string, string | null>> {
  if (estimateIds.length === 0) return new Map()
  const events = await estimateEvent.findMany({
    where: { estimateId: { in: [...estimateIds] }, kind: { notIn: ['note', 'contact'] } },
    select: { estimateId: true, actorEmail: true, actorName: true, details: true },
  })
  const changes = events.map(({ estimateId, details, ...actor }) => {
    const { version = 0 }: StoredDetails = JSON.parse(details)
    return { estimateId, by: getActor(actor), version }
  })
  const inOrder = changes.toSorted((a, b) => a.version - b.version)
  return new Map(inOrder.map(({ estimateId, by }) => [estimateId, by]))
}

export type UndoableChange = {
  readonly change: EstimateChange
  readonly before: Columns
  readonly queued: readonly string[]
}

/** The changes that made these versions, by the estimates' ids, as far as the actor made them and can undo them. */
export async function readUndoable(
  { estimateEvent }: Pick<ReadClient, 'estimateEvent'>,
  estimates: readonly { readonly id: string; readonly version: number }[],
  actor: Actor,
  since: Date,
): Promise<Map<string, UndoableChange>> {
  const events = await estimateEvent.findMany({
    where: { estimateId: { in: estimates.map(({ id }) => id) }, actorId: actor.id, at: { gte: since } },
  })
  const versions = new Map(estimates.map(({ id, version }) => [id, version]))
  return new Map(
    events.flatMap(({ estimateId, kind, details }) => {
      const { version, before, queued = [], ...fields }: StoredDetails = JSON.parse(details)
      if (before === undefined || version !== versions.get(estimateId)) return []
      return [[estimateId, { change: { kind, ...fields } as EstimateChange, before: withInstants(before), queued }]]
    }),
  )
}

type StoredDetails = {
  readonly version?: number
  readonly before?: Record<string, string | number | null>
  readonly queued?: readonly string[]
  readonly fromId?: string | null
  readonly toId?: string | null
}

/** The person's name at the time of an event. Events from before accounts had names have the address. */
export function getActor(event: { readonly actorName: string | null; readonly actorEmail: string | null }) {
  return event.actorName ?? event.actorEmail
}

const instantColumns: readonly string[] = ['dueAt', 'quarantinedAt', 'spamAt', 'completedAt', 'proposalSentAt']

/** JSON has instants as texts. */
function withInstants(stored: Record<string, string | number | null>): Columns {
  return Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [
      name,
      typeof value === 'string' && instantColumns.includes(name) ? new Date(value) : value,
    ]),
  )
}

/** Only {@link newEvent} writes `details`. */
function toTimelineEvent({ id, at, kind, details, ...actor }: EstimateEvent): {
  event: TimelineEvent
  version?: number
} {
  const stored: StoredDetails = JSON.parse(details)
  const { version, before: _before, queued: _queued, fromId: _fromId, toId: _toId, ...fields } = stored
  const author = kind === 'contact' ? { byId: actor.actorId } : {}
  const event = { id, at: at.toISOString(), by: getActor(actor), ...author, kind, ...fields } as TimelineEvent
  return version === undefined ? { event } : { event, version }
}
