import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportEstimates } from '#server/domain/estimates/export-estimates.ts'
import { TestClock } from '#tests/support/database/test-clock.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts'
import { insertManyEstimates } from '#tests/support/estimates/insert-many-estimates.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'

const requests = 1_000

let place: TestDatabase
let userId: string

beforeAll(async () => {
  place = await createTestDatabase()
  await insertManyEstimates(place.url, requests, new Date('2025-01-01'))
  userId = (await insertSignedIn(place.url, { role: 'admin' })).userId
})
afterAll(() => place.dispose())

test('an export lets the event loop turn before each batch however fast its reader is', async () => {
  let turns = 0
  let turn = setImmediate(function next() {
    turns += 1
    turn = setImmediate(next)
  })
  const user = { id: userId, email: 'boss@example.com' }
  let rows = 0
  let minTurns = Number.POSITIVE_INFINITY
  let turnsBefore = turns
  for await (const part of exportEstimates(
    { database: place.database, clock: new TestClock(), user },
    { sort: 'newest' },
  )) {
    if (part.rows > 0) minTurns = Math.min(minTurns, turns - turnsBefore)
    turnsBefore = turns
    rows += part.rows
  }
  clearImmediate(turn)
  expect(rows).toBe(requests)
  expect(minTurns).toBeGreaterThanOrEqual(1)
})

test('an export reads nothing ahead of a slow reader', async () => {
  let reads = 0
  const queries: typeof place.database.queries = {
    ...place.database.queries,
    exportEstimates(wanted) {
      reads += 1
      return place.database.queries.exportEstimates(wanted)
    },
  }
  const user = { id: userId, email: 'boss@example.com' }
  const database = { ...place.database, queries }
  const parts = exportEstimates({ database, clock: new TestClock(), user }, { sort: 'newest' })
  await parts.next()
  expect(reads).toBe(0)
  await parts.next()
  expect(reads).toBe(1)
  await parts.return(undefined)
})

test('an export notes many estimates together, since each note waits for the disk', async () => {
  const earlier = await place.database.read.estimateExportBatch.findMany({ select: { id: true } })
  const user = { id: userId, email: 'boss@example.com' }
  const parts: number[] = []
  for await (const { rows } of exportEstimates(
    { database: place.database, clock: new TestClock(), user },
    { sort: 'newest' },
  ))
    parts.push(rows)
  expect(parts).toEqual([0, 100, 500, 400])
  const noted = await place.database.read.estimateExportBatch.findMany({
    where: { id: { notIn: earlier.map(({ id }) => id) } },
    orderBy: { id: 'asc' },
  })
  expect(noted.map(({ estimateIds }) => estimateIds.split(',').length)).toEqual([100, 500, 400])
})
