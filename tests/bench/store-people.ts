import { addMs } from '#server/clock.ts'
import { type Actor, newEvent } from '#server/estimates/timeline/estimate-events.ts'
import { dayMs } from '#shared/durations.ts'
import { buildEstimate } from '#tests/support/estimates/build-estimate.ts'
import { openBulkInsert } from './bulk-insert.ts'
import { rowOf } from './generate-estimates.ts'

const together = 5_000
const days = 5 * 365
const perPerson = 3
/** One of so many is spam. */
const spamEvery = 200

type Staff = { readonly leaver: Actor; readonly successor: Actor }

/**
 * Stores estimates of five years, three of each person, with an event each, past the server. A third is completed, and
 * half was done by a colleague who has `open` of them left.
 */
export async function storePeople(
  databaseUrl: string,
  { count, open, leaver, successor }: Staff & { readonly count: number; readonly open: number },
  now: Date,
): Promise<void> {
  const bulk = await openBulkInsert(databaseUrl)
  for (let from = 0; from < count; from += together) {
    const numbers = Array.from({ length: Math.min(together, count - from) }, (_, index) => from + index)
    const made = numbers.map((number) => estimateOf(number, { count, open, leaver, successor }, now))
    await bulk.insert(
      'project_estimates',
      made.map(({ estimate }) => rowOf(estimate)),
    )
    await bulk.insert(
      'estimate_events',
      made.map(({ event }) => rowOf(event)),
    )
  }
  await bulk.finish()
}

function estimateOf(
  number: number,
  { count, open, leaver, successor }: Staff & { readonly count: number; readonly open: number },
  now: Date,
) {
  const person = Math.floor(number / perPerson)
  const createdAt = addMs(now, -Math.floor(((count - number) / count) * days * dayMs))
  const isSpam = number % spamEvery === 0
  const isCompleted = !isSpam && number % 3 === 0
  const actor = number % 2 === 0 ? leaver : successor
  const estimate = buildEstimate({
    name: `Visitor ${person}`,
    email: `visitor${person}@example.com`,
    phone: `(718) ${String(person)
      .padStart(7, '0')
      .replace(/^(\d{3})/, '$1-')}`,
    createdAt,
    quarantinedAt: isSpam ? createdAt : null,
    quarantineReasons: isSpam ? 'decoy' : null,
  })
  const work = {
    status: isCompleted ? 'completed' : 'in_progress',
    completedAt: isCompleted ? createdAt : null,
    spamAt: isSpam ? createdAt : null,
    outcome: !isSpam && count - number <= 2 * open && actor === leaver ? 'open' : 'won',
    assigneeId: actor.id,
  }
  const change = { kind: 'assigned', from: null, fromId: null, to: actor.email, toId: actor.id } as const
  return {
    estimate: { ...estimate, ...work },
    event: newEvent({ estimateId: estimate.id, actor, at: createdAt, version: 1, change }),
  }
}
