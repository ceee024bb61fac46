import { type TrackedEnvelope, tracked } from '@trpc/server'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { ChangedEstimates } from '#shared/estimates/live-changes.ts'
import type { LiveStreams } from './live-streams.ts'
import { eventIdAt, missedChanges } from './missed-changes.ts'

type FollowDeps = {
  readonly database: Pick<Database, 'read'>
  readonly clock: Clock
  readonly live: LiveStreams
  readonly session: { readonly id: string }
}

/**
 * Yields new and changed estimates from an event id on; the first event comes at once, even an empty one.
 *
 * @param signal aborts when the client disconnects
 * @throws {AppError} when there are too many streams, or the session has ended
 * @throws {DatabaseUnavailable}
 */
export async function* streamChanges(
  { database, clock, live, session }: FollowDeps,
  lastEventId: string | null | undefined,
  signal: AbortSignal,
): AsyncGenerator<TrackedEnvelope<ChangedEstimates>> {
  // Opened before reading, so that no change is lost in between.
  const stream = live.open(session.id, signal)
  try {
    const now = clock.now()
    stream.add(await missedChanges(database.read, lastEventId, now))
    const missed = await live.handOver(stream)
    if (!missed) return
    yield tracked(eventIdAt(now), missed)
    for (let changes = await live.next(stream); changes; changes = await live.next(stream))
      yield tracked(eventIdAt(clock.now()), changes)
  } finally {
    live.leave(stream)
  }
}
