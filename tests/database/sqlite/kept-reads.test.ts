import { expect, it } from 'vitest'
import { PrismaClient } from '#prisma/generated/sqlite/client.ts'
import { keptReads } from '#server/database/sqlite/kept-reads.ts'
import { TunedSqliteAdapter } from '#server/database/sqlite/tuned-adapter.ts'
import { createTestDatabase } from '#tests/support/database/test-database.ts'
import { buildEstimate } from '#tests/support/estimates/build-estimate.ts'

it('columns have the types that Prisma gives them, also the second time', async () => {
  const test = await createTestDatabase()
  const estimates = [
    { urgent: true, dueAt: new Date('2026-01-31T10:00:00.123Z') },
    { urgent: false, dueAt: null },
  ].map(buildEstimate)
  await test.database.transaction(({ projectEstimate }) => projectEstimate.createMany({ data: estimates }))
  await test.database.close()
  const adapter = new TunedSqliteAdapter({ url: test.url })
  const direct = await adapter.open()
  const read = keptReads(direct)
  const client = new PrismaClient({ adapter })
  const sql = `SELECT project_estimates.*, created_at AS "at", NULL AS "none", json_array(1) AS json
    FROM project_estimates WHERE id <> ? ORDER BY urgent`
  const expected = await client.$queryRawUnsafe(sql, 'none')
  expect(expected).toMatchObject([
    { urgent: false, due_at: null },
    { urgent: true, due_at: estimates[0]?.dueAt },
  ])
  for (let time = 0; time < 2; time += 1) expect(await read({ sql, values: ['none'] })).toEqual(expected)
  expect(await read({ sql: 'SELECT count(*) AS count FROM project_estimates', values: [] })).toEqual([{ count: 2 }])
  await client.$disconnect()
  direct.close()
  await test.dispose()
})
