import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { CountedEstimates } from '#server/database/queries/estimate-counts.ts'
import type { EstimateFilter } from '#shared/estimates/estimate-filter.ts'
import type { EstimateSort } from '#shared/estimates/estimate-list.ts'
import type { Actor } from './estimate-events.ts'
import { type EstimateItem, estimateItem } from './estimate-item.ts'
import { filterToCriteria } from './filter-to-criteria.ts'
import { readPage } from './list-page.ts'

type Page = {
  readonly items: readonly EstimateItem[]
  readonly nextCursor: string | null
  readonly total: number
}

type Wanted = EstimateFilter & {
  readonly sort?: EstimateSort
  readonly limit: number
  readonly cursor?: string | null | undefined
}

type ReadDeps = {
  readonly database: Pick<Database, 'queries'>
  readonly clock: Clock
  readonly user: Pick<Actor, 'id'>
}

/**
 * Without `spam`, excludes quarantined estimates. Pages stay stable when estimates arrive.
 *
 * @throws {AppError} `invalid` for a forged cursor or another sort
 * @throws {DatabaseUnavailable}
 */
export async function listEstimates(
  { database: { queries }, clock, user }: ReadDeps,
  { sort = 'newest', limit, cursor, ...filter }: Wanted,
): Promise<Page> {
  const criteria = filterToCriteria(filter, clock.now(), user.id)
  let total: number | undefined
  const { rows, nextCursor } = await readPage({ sort, limit, cursor }, async (part) => {
    const list = await queries.listEstimates({ criteria, ...part, counted: total === undefined })
    total ??= list.total
    return list.rows
  })
  return { items: rows.map(({ estimate }) => estimateItem(estimate)), nextCursor, total: total ?? 0 }
}

/**
 * Each count applies the filter's other fields.
 *
 * @throws {DatabaseUnavailable}
 */
export function countEstimates({ database, clock, user }: ReadDeps, filter: EstimateFilter): Promise<CountedEstimates> {
  const now = clock.now()
  return database.queries.countEstimates(filterToCriteria(filter, now, user.id), now)
}
