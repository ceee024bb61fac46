import { type TrackedEnvelope, tracked } from '@trpc/server'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { ChangedEstimates } from '#shared/estimates/live-changes.ts'
import type { LiveSession } from './live-stream.ts'
import type { LiveStreams } from './live-streams.ts'
import { eventIdAt, missedChanges } from './missed-changes.ts'

type FollowDeps = {
  readonly database: Pick<Database, 'read'>
  readonly clock: Clock
  readonly live: LiveStreams
  readonly session: LiveSession
}

/**
 * Sends the first event at once, even if empty.
 *
 * @throws {AppError} for too many streams or an ended session
 */
export async function* streamChanges(
  { database, clock, live, session }: FollowDeps,
  lastEventId: string | null | undefined,
  signal: AbortSignal,
): AsyncGenerator<TrackedEnvelope<ChangedEstimates>> {
  // The stream is opened first, so that no change is lost.
  const stream = live.open(session, signal)
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
