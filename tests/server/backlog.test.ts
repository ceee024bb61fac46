import { expect, it } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { DatabaseUnavailable } from '#server/database/database.ts'
import type { Queries } from '#server/database/queries/queries.ts'
import { BacklogReader } from '#server/telemetry/backlog.ts'

function readerOf(backlog: Queries['backlog']): BacklogReader {
  return new BacklogReader({ queries: { backlog } as Queries }, systemClock)
}

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
