import { v7 as newId } from 'uuid'
import type { EstimateEvent } from '#prisma/generated/sqlite/client.ts'
import type { NewEvent, ReadClient, Transaction } from '#server/database/database.ts'
import type { TimelineEvent } from '#shared/estimate-work.ts'

/** The site's own entries of a timeline are worked out from other rows; see timeline.ts. */
type StoredKind = Exclude<TimelineEvent['kind'], 'created' | 'set_aside' | 'mail'>

type ChangeOf<Event> = Event extends { readonly kind: StoredKind } ? Omit<Event, 'id' | 'at' | 'by'> : never

/** What happened to a request, without who did it and when. */
export type EstimateChange = ChangeOf<TimelineEvent>

/** Who does something, with the address that they have now. */
export type Actor = { readonly id: string; readonly email: string }

type ChangeMade = {
  readonly estimateId: string
  readonly actor: Actor
  readonly at: Date
  /** The version of the request that the change made; none for what leaves the version as it is. */
  readonly version?: number
  readonly change: EstimateChange
}

/** An event as it is stored. Its details are the fields of its kind, and the version that it made. */
export function newEvent({ estimateId, actor, at, version, change }: ChangeMade): NewEvent {
  const { kind, ...fields } = change
  const details = JSON.stringify({ ...fields, version })
  return {
    id: newId({ msecs: at.getTime() }),
    estimateId,
    kind,
    actorId: actor.id,
    actorEmail: actor.email,
    at,
    details,
  }
}

/** Adds to what is known of a request, in the transaction of the change itself. */
export async function addEvent({ estimateEvent }: Transaction, made: ChangeMade): Promise<void> {
  await estimateEvent.create({ data: newEvent(made), select: { id: true } })
}

/** The stored events of a request, oldest first. */
export async function readEvents(reader: Pick<ReadClient, 'estimateEvent'>, estimateId: string) {
  const rows = await reader.estimateEvent.findMany({ where: { estimateId }, orderBy: [{ at: 'asc' }, { id: 'asc' }] })
  return rows.map(eventOf)
}

/** The events that made the versions after one. Notes and contacts make none. */
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

/** The only writer of `details` is {@link newEvent}, so its form is known by its kind. */
function eventOf({ id, at, actorEmail, kind, details }: EstimateEvent): { event: TimelineEvent; version?: number } {
  const { version, ...fields }: { version?: number } = JSON.parse(details)
  const event = { id, at: at.toISOString(), by: actorEmail, kind, ...fields } as TimelineEvent
  return version === undefined ? { event } : { event, version }
}
