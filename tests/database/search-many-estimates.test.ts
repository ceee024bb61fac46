import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProjectEstimate } from '#prisma/generated/sqlite/client.ts'
import type { EstimateCriteria } from '#server/database/queries/estimate-criteria.ts'
import { type ListPosition, listOrders } from '#server/database/queries/estimate-list-query.ts'
import { readSearch } from '#server/estimates/list/filter-to-criteria.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts'
import { storeVariedEstimates } from '#tests/support/estimates/varied-estimates.ts'

const now = new Date('2026-01-05T20:10:00Z')
const stored = 1_200
/** More than a rare word finds, and fewer than a common one. */
const few = 100
let test: TestDatabase
let all: ProjectEstimate[]

beforeAll(async () => {
  test = await createTestDatabase()
  await storeVariedEstimates(test.database, stored, now)
  await test.database.transaction(async (transaction) => {
    const some = await transaction.projectEstimate.findMany({ select: { id: true }, orderBy: { id: 'asc' } })
    const every = (nth: number) => ({ id: { in: some.flatMap(({ id }, index) => (index % nth === 0 ? [id] : [])) } })
    await transaction.projectEstimate.updateMany({ where: every(50), data: { quarantinedAt: now, dueAt: null } })
    await transaction.projectEstimate.updateMany({ where: every(100), data: { spamAt: now } })
  })
  all = await test.database.read.projectEstimate.findMany()
})
afterAll(() => test.dispose())

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

function has(estimate: ProjectEstimate, search: string): boolean {
  const { name, email, reference, location, projectDescription, specificRequirements } = estimate
  const texts = [name, email, reference, location, projectDescription, specificRequirements].join(' ')
  const words = fold(texts).split(/[^\p{L}\p{N}]+/u)
  return search.split(' ').every((beginning) => words.some((word) => word.startsWith(beginning)))
}

const isOverdue = ({ firstContactAt, dueAt }: ProjectEstimate) =>
  firstContactAt === null && dueAt !== null && dueAt < now

type Filter = Omit<EstimateCriteria, 'search'>

function meets(estimate: ProjectEstimate, { spam, urgent, status, type, before, overdueAt }: Filter): boolean {
  const stands = estimate.quarantinedAt === null ? undefined : estimate.spamAt === null ? 'quarantined' : 'confirmed'
  return (
    stands === spam &&
    (urgent === undefined || estimate.urgent === urgent) &&
    (status === undefined || estimate.status === status) &&
    (type === undefined || estimate.projectType === type) &&
    (before === undefined || estimate.createdAt < before) &&
    (overdueAt === undefined || isOverdue(estimate))
  )
}

const idsOf = (estimates: readonly { readonly id: string }[]) => new Set(estimates.map(({ id }) => id))

const filters: Filter[] = [
  {},
  { urgent: true },
  { status: 'new', urgent: false },
  { type: 'kitchen-remodel', status: 'completed' },
  { urgent: false, before: new Date('2025-11-01T00:00:00Z') },
  { spam: 'quarantined' },
  { spam: 'confirmed' },
  { overdueAt: now },
]

describe.each([
  ['nothing', 'nosuchword', 0, 0],
  ['a few', 'zebulon', 1, few],
  ['many', 'a', few + 1, stored],
  ['many by two words', 'a n', few + 1, stored],
])('a search that finds %s', (_what, typed, least, most) => {
  const search = readSearch(typed)

  it('has as many matches in the sample data as its name says', () => {
    const found = all.filter((estimate) => has(estimate, typed))
    expect(found.length).toBeGreaterThanOrEqual(least)
    expect(found.length).toBeLessThanOrEqual(most)
  })

  it.each(filters)(
    'with %o returns and counts the same estimates in every order and over all pages',
    async (filter) => {
      const criteria = { ...filter, search }
      const expected = idsOf(all.filter((estimate) => has(estimate, typed) && meets(estimate, filter)))
      const parts: Record<string, string[]> = { waiting: [], others: [], proposals: [], 'no-proposals': [] }
      for (const order of listOrders) {
        const ids: string[] = []
        let after: ListPosition | undefined
        do {
          const page = await test.database.queries.listEstimates({
            criteria,
            order,
            limit: 500,
            after,
            counted: true,
          })
          expect(page.total).toBe(expected.size)
          ids.push(...page.rows.map(({ estimate }) => estimate.id))
          after = page.rows.length === 500 ? page.rows.at(-1)?.position : undefined
        } while (after)
        expect(new Set(ids).size).toBe(ids.length)
        if (order in parts) parts[order] = ids
        else expect(new Set(ids)).toEqual(expected)
      }
      const { waiting = [], others = [], proposals = [], 'no-proposals': rest = [] } = parts
      expect(new Set([...waiting, ...others])).toEqual(expected)
      expect(new Set([...proposals, ...rest])).toEqual(expected)
    },
  )

  it.each(filters)('with %o counts what each filter would leave', async (filter) => {
    const counted = await test.database.queries.countEstimates({ ...filter, search }, now)
    const hits = all.filter((estimate) => has(estimate, typed))
    const statuses: Record<string, number> = {}
    for (const { status } of hits.filter((estimate) => meets(estimate, { ...filter, status: undefined })))
      statuses[status] = (statuses[status] ?? 0) + 1
    const count = (changed: Filter) => hits.filter((estimate) => meets(estimate, { ...filter, ...changed })).length
    expect(counted).toEqual({
      statuses,
      overdue: count({ overdueAt: now, spam: undefined }),
      quarantined: count({ spam: 'quarantined' }),
      confirmed: count({ spam: 'confirmed' }),
    })
  })

  it('exports every match', async () => {
    const wanted = { criteria: { search }, order: 'newest', limit: stored } as const
    const page = await test.database.queries.exportEstimates(wanted)
    const expected = all.filter((estimate) => has(estimate, typed) && meets(estimate, {}))
    expect(idsOf(page.map(({ estimate }) => estimate))).toEqual(idsOf(expected))
  })
})
