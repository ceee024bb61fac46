import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportEstimates } from '#server/domain/estimates/export-estimates.ts'
import { TestClock } from '#tests/support/database/test-clock.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts'
import { insertManyEstimates } from '#tests/support/estimates/insert-many-estimates.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'

const requests = 6_000

let place: TestDatabase
let userId: string

beforeAll(async () => {
  place = await createTestDatabase()
  await insertManyEstimates(place.url, requests, new Date('2025-01-01'))
  userId = (await insertSignedIn(place.url, { role: 'admin' })).userId
})
afterAll(() => place.dispose())

test('an export yields to the event loop however fast its reader is', async () => {
  let turns = 0
  let turn = setImmediate(function next() {
    turns += 1
    turn = setImmediate(next)
  })
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()

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
  delay.disable()
  clearImmediate(turn)

  expect(rows).toBe(requests)
  // Each lets one more connection in; between reading, noting and writing there are several.
  expect(minTurns).toBeGreaterThanOrEqual(15)
  // In one piece it was more than half a second.
  expect(delay.max / 1e6).toBeLessThan(250)
})
