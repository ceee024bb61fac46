import { v7 as newId } from 'uuid'
import type { EstimateEvent } from '#prisma/generated/sqlite/client.ts'
import type {
  EventFields,
  EventPlace,
  NewEvent,
  ReadClient,
  Statements,
  Transaction,
} from '#server/database/database.ts'
import type { TimelineEvent } from '#shared/estimates/estimate-work.ts'

/** See timeline.ts for other entries. */
type StoredKind = Exclude<TimelineEvent['kind'], 'created' | 'set_aside' | 'mail'>

type ChangeOf<Event> = Event extends { readonly kind: StoredKind } ? Omit<Event, 'id' | 'at' | 'by'> : never

export type EstimateChange = ChangeOf<TimelineEvent>

export type Actor = { readonly id: string; readonly email: string }

type ChangeMade = {
  readonly actor: Actor
  readonly at: Date
  /** Notes and contacts make no version. */
  readonly version?: number
  readonly change: EstimateChange
}

function eventFields({ actor, at, version, change }: ChangeMade): EventFields {
  const { kind, ...fields } = change
  return { kind, actorId: actor.id, actorEmail: actor.email, at, details: JSON.stringify({ ...fields, version }) }
}

function newPlace(estimateId: string, at: Date): EventPlace {
  return { id: newId({ msecs: at.getTime() }), estimateId }
}

type ChangeOfOne = ChangeMade & {
  readonly estimateId: string
  readonly entryKey?: string | undefined
}

export function newEvent({ estimateId, entryKey, ...made }: ChangeOfOne): NewEvent {
  return { ...newPlace(estimateId, made.at), ...eventFields(made), entryKey: entryKey ?? null }
}

export async function addEvent({ estimateEvent }: Transaction, event: NewEvent): Promise<void> {
  await estimateEvent.create({ data: event })
}

/** Skips estimates that no longer exist. */
export async function addEventToAll(
  { insertEvents }: Statements,
  { estimateIds, ...made }: ChangeMade & { readonly estimateIds: readonly string[] },
): Promise<void> {
  await insertEvents(
    eventFields(made),
    estimateIds.map((id) => newPlace(id, made.at)),
  )
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

/** Only {@link eventFields} writes `details`. */
function eventOf({ id, at, actorEmail, kind, details }: EstimateEvent): { event: TimelineEvent; version?: number } {
  const { version, ...fields }: { version?: number } = JSON.parse(details)
  const event = { id, at: at.toISOString(), by: actorEmail, kind, ...fields } as TimelineEvent
  return version === undefined ? { event } : { event, version }
}
