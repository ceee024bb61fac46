import { expect, it } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { DatabaseUnavailable } from '#server/database/database.ts'
import type { Backlog } from '#server/database/queries/backlog-query.ts'
import type { Queries } from '#server/database/queries/queries.ts'
import { BacklogReader } from '#server/telemetry/backlog.ts'

const found: Backlog = { overdueEstimates: 1, pendingMessages: 2, oldestMessageAt: undefined }

function readerOf(backlog: Queries['backlog']): BacklogReader {
  return new BacklogReader({ queries: { backlog } as Queries }, systemClock)
}

it('asks the database once for scrapes that follow each other', async () => {
  let asked = 0
  const reader = readerOf(async () => {
    asked += 1
    return found
  })
  expect(await Promise.all([reader.read(), reader.read()])).toEqual([found, found])
  expect(await reader.read()).toEqual(found)
  expect(asked).toBe(1)
})

it('knows nothing while the database is away, and does not ask it again at once', async () => {
  let asked = 0
  const reader = readerOf(async () => {
    asked += 1
    throw new DatabaseUnavailable('away')
  })
  expect([await reader.read(), await reader.read(), asked]).toEqual([undefined, undefined, 1])
})

it('does not let a scrape wait for a database that never answers', async () => {
  expect(await readerOf(() => new Promise(() => undefined)).read()).toBeUndefined()
})
