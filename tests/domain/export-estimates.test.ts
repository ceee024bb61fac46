import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportEstimates } from '#server/estimates/export/export-estimates.ts'
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

/** @param read by default the database's own */
function exportAll(read = place.database.queries.exportEstimates) {
  const queries = { ...place.database.queries, exportEstimates: read }
  const user = { id: userId, email: 'boss@example.com' }
  return exportEstimates({ database: { ...place.database, queries }, clock: new TestClock(), user }, { sort: 'newest' })
}

test('an export lets the event loop turn for every 25 rows that it writes', async () => {
  let turns = 0
  let turn = setImmediate(function next() {
    turns += 1
    turn = setImmediate(next)
  })
  let turnsAtRead = Number.NEGATIVE_INFINITY
  const turnsBetweenReads: number[] = []
  const parts = exportAll(async (wanted) => {
    turnsBetweenReads.push(turns - turnsAtRead)
    const page = await place.database.queries.exportEstimates(wanted)
    turnsAtRead = turns
    return page
  })
  let rows = 0
  for await (const part of parts) rows += part.rows
  clearImmediate(turn)
  expect(rows).toBe(requests)
  // Of four turns, the one that is under way at the next read may not be counted yet.
  expect(Math.min(...turnsBetweenReads)).toBeGreaterThanOrEqual(3)
})

test('an export reads nothing ahead of a slow reader', async () => {
  let reads = 0
  const parts = exportAll((wanted) => {
    reads += 1
    return place.database.queries.exportEstimates(wanted)
  })
  await parts.next()
  expect(reads).toBe(0)
  await parts.next()
  expect(reads).toBe(1)
  await parts.return(undefined)
})

test('an export notes many estimates together, since each note waits for the disk', async () => {
  const earlier = await place.database.read.estimateExportBatch.findMany({ select: { id: true } })
  const parts: number[] = []
  for await (const { rows } of exportAll()) parts.push(rows)
  expect(parts).toEqual([0, 250, 250, 250, 250])
  const noted = await place.database.read.estimateExportBatch.findMany({
    where: { id: { notIn: earlier.map(({ id }) => id) } },
    orderBy: { id: 'asc' },
  })
  expect(noted.map(({ estimateIds }) => estimateIds.split(',').length)).toEqual([250, 250, 250, 250])
})
