import { v7 as newId } from 'uuid'
import type { EstimateEvent } from '#prisma/generated/sqlite/client.ts'
import type { NewEvent, ReadClient, Transaction } from '#server/database/database.ts'
import type { TimelineEvent } from '#shared/estimates/estimate-work.ts'

/** See timeline.ts for other entries. Exports were events, too, and may still be read. */
type StoredKind = Exclude<TimelineEvent['kind'], 'created' | 'set_aside' | 'mail' | 'exported'>

type ChangeOf<Event> = Event extends { readonly kind: StoredKind } ? Omit<Event, 'id' | 'at' | 'by'> : never

export type EstimateChange = ChangeOf<TimelineEvent>

export type Actor = { readonly id: string; readonly email: string }

type ChangeMade = {
  readonly estimateId: string
  readonly actor: Actor
  readonly at: Date
  /** Among several events of the same instant, from 0. */
  readonly place?: number
  /** Notes and contacts make no version. */
  readonly version?: number
  readonly change: EstimateChange
  readonly entryKey?: string | null | undefined
}

export function newEvent({ estimateId, actor, at, place = 0, version, change, entryKey = null }: ChangeMade): NewEvent {
  const { kind, ...fields } = change
  return {
    id: newId({ msecs: at.getTime() + place }),
    estimateId,
    kind,
    actorId: actor.id,
    actorEmail: actor.email,
    at,
    details: JSON.stringify({ ...fields, version }),
    entryKey,
  }
}

export async function addEvent({ estimateEvent }: Transaction, event: NewEvent): Promise<void> {
  await estimateEvent.create({ data: event })
}

export async function usedFor(
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
  return rows.map(eventOf)
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

/** Only {@link newEvent} writes `details`. */
function eventOf({ id, at, actorEmail, kind, details }: EstimateEvent): { event: TimelineEvent; version?: number } {
  const { version, ...fields }: { version?: number } = JSON.parse(details)
  const event = { id, at: at.toISOString(), by: actorEmail, kind, ...fields } as TimelineEvent
  return version === undefined ? { event } : { event, version }
}
