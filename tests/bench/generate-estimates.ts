import { v7 as newId, v4 as uuid } from 'uuid'
import { addMs } from '#server/clock.ts'
import type { NewEstimate } from '#server/database/database.ts'
import { toColumn } from '#server/database/queries/answer-columns.ts'
import { storedInstant } from '#server/database/sqlite/queries.ts'
import { generateEstimates } from '#server/demo/estimates.ts'
import { SeededRandom } from '#server/demo/random.ts'
import { demoWork, type Staff } from '#server/demo/work.ts'
import { newReference } from '#server/estimates/submit/reference.ts'
import { oneOfMany } from '#tests/support/estimates/varied-estimates.ts'
import { openBulkInsert, type Row } from './bulk-insert.ts'

const together = 5_000
const years = 5
/** One of this many looks like spam. */
const quarantineEvery = 200

const columns = new Map<string, string>()

/** Names the values by their columns, as `openBulkInsert` takes them. */
export function rowOf(fields: object): Row {
  const row: Record<string, Row[string]> = {}
  for (const [field, value] of Object.entries(fields)) {
    const column = columns.get(field) ?? toColumn(field)
    columns.set(field, column)
    row[column] = value instanceof Date ? storedInstant(value) : value
  }
  return row
}

function quarantined(estimate: NewEstimate): NewEstimate {
  const { createdAt } = estimate
  return { ...estimate, status: 'new', dueAt: null, quarantinedAt: createdAt, quarantineReasons: 'decoy' }
}

function* variedEstimates(count: number, now: Date): Generator<NewEstimate> {
  const references = new Set<string>()
  let index = 0
  for (const generated of generateEstimates(count, now, years * 365)) {
    let { reference } = generated
    while (references.has(reference)) reference = newReference()
    references.add(reference)
    const estimate = { ...oneOfMany(generated, index), reference }
    yield index % quarantineEvery === quarantineEvery - 1 ? quarantined(estimate) : estimate
    index += 1
  }
}

export function* chunksOf<Item>(items: Iterable<Item>, size: number): Generator<Item[]> {
  let chunk: Item[] = []
  for (const item of items) {
    chunk.push(item)
    if (chunk.length < size) continue
    yield chunk
    chunk = []
  }
  yield chunk
}

/** The emails about an estimate, all sent. */
function toMessages({ id, createdAt, quarantinedAt }: NewEstimate, random: SeededRandom): Row[] {
  if (quarantinedAt) return []
  const sentAt = addMs(createdAt, 2_000)
  return ['staff', 'visitor'].map((kind) =>
    rowOf({
      id: newId({ msecs: createdAt.getTime(), random: random.bytes(16) }),
      kind,
      estimateId: id,
      state: 'sent',
      attempts: 1,
      createdAt,
      nextAttemptAt: sentAt,
      sentAt,
      providerId: uuid({ random: random.bytes(16) }),
    }),
  )
}

/**
 * These are settings of accounts. Emails about estimates that fall due while a server is measured would make figures
 * depend on the time of day.
 */
export const withoutNudges = { notifyDeadlines: false, notifyDigest: false } as const

/**
 * Stores estimates of five years with their work, events and emails, past the server and without copies. A million take
 * minutes.
 *
 * @param staff accounts that exist
 */
export async function storeGeneratedEstimates(
  databaseUrl: string,
  count: number,
  staff: Staff,
  now: Date,
): Promise<void> {
  const bulk = await openBulkInsert(databaseUrl)
  const random = new SeededRandom(1898)
  let stored = Promise.resolve()
  for (const chunk of chunksOf(variedEstimates(count, now), together)) {
    const work = demoWork(chunk, staff, now, random)
    const estimates = chunk.map((estimate, index) => {
      const { events: _events, ...columns } = work[index] ?? { events: [] }
      return rowOf({ ...estimate, ...columns })
    })
    const events = work.flatMap((one) => one.events.map(rowOf))
    const messages = chunk.flatMap((estimate) => toMessages(estimate, random))
    // PostgreSQL stores a chunk while the next one is generated.
    await stored
    stored = bulk
      .insert('project_estimates', estimates)
      .then(() => bulk.insert('estimate_events', events))
      .then(() => bulk.insert('outbox_messages', messages))
  }
  await stored
  await bulk.finish()
}
