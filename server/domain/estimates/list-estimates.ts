import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { CountedEstimates } from '#server/database/queries/estimate-counts.ts'
import type { ListedEstimate } from '#server/database/queries/listed-estimate.ts'
import type { EstimateFilter, EstimateSort } from '#shared/estimates/estimate-list.ts'
import { filterToCriteria } from './filter-to-criteria.ts'
import { readPage } from './list-page.ts'

type Page = {
  readonly items: readonly ListedEstimate[]
  /** The mark of the next page; null where the list ends. */
  readonly nextCursor: string | null
  /** How many requests there are in all. */
  readonly total: number
}

type Wanted = EstimateFilter & {
  readonly sort?: EstimateSort
  readonly limit: number
  readonly cursor?: string | null | undefined
}

type ReadDeps = { readonly database: Pick<Database, 'queries'>; readonly clock: Clock }

/**
 * A page of the requests that meet a filter, and how many there are in all. Without a word about spam, what is set aside
 * is left out. Pages neither skip nor repeat a request, whatever is stored in the meantime: what comes in before their
 * place in the order is not in later pages.
 *
 * @param wanted the filter, how to sort, how many at most, and the `nextCursor` of the page before
 * @throws {AppError} `invalid`: the cursor is none of ours, or of another sort
 * @throws {DatabaseUnavailable}
 */
export async function listEstimates(
  { database: { queries }, clock }: ReadDeps,
  { sort = 'newest', limit, cursor, ...filter }: Wanted,
): Promise<Page> {
  const criteria = filterToCriteria(filter, clock.now())
  let total: number | undefined
  const { rows, nextCursor } = await readPage({ sort, limit, cursor }, async (part) => {
    const list = await queries.listEstimates({ criteria, ...part, counted: total === undefined })
    total ??= list.total
    return list.rows
  })
  return { items: rows.map(({ estimate }) => estimate), nextCursor, total: total ?? 0 }
}

/**
 * How many requests there are of each status, overdue and set aside, each under the rest of a filter.
 *
 * @throws {DatabaseUnavailable}
 */
export function countEstimates({ database, clock }: ReadDeps, filter: EstimateFilter): Promise<CountedEstimates> {
  const now = clock.now()
  return database.queries.countEstimates(filterToCriteria(filter, now), now)
}
