import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { CountedEstimates } from '#server/database/estimate-counts.ts'
import type { EstimateList, ListOrder } from '#server/database/estimate-list-query.ts'
import type { ListedEstimate } from '#server/database/listed-estimate.ts'
import type { EstimateFilter, EstimateSort } from '#shared/estimate-list.ts'
import { criteriaOf } from './estimate-criteria.ts'
import { decodeCursor, encodeCursor } from './list-cursor.ts'

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

/** The orders that follow one another in a sort. */
const ordersOf: Record<EstimateSort, readonly ListOrder[]> = {
  newest: ['newest'],
  due: ['waiting', 'others'],
  budget: ['budget'],
}

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
  const orders = ordersOf[sort]
  const start = typeof cursor === 'string' ? decodeCursor(cursor, orders) : undefined
  const criteria = criteriaOf(filter, clock.now())
  const rows: (EstimateList['rows'][number] & { readonly order: ListOrder })[] = []
  let total: number | undefined

  for (const order of orders.slice(start ? orders.indexOf(start.order) : 0)) {
    const after = start?.order === order ? start.position : undefined
    const missing = limit + 1 - rows.length
    if (missing === 0) break
    const part = await queries.listEstimates({ criteria, order, limit: missing, after, counted: total === undefined })
    total ??= part.total
    rows.push(...part.rows.map((row) => ({ ...row, order })))
  }

  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(({ estimate }) => estimate),
    nextCursor: last && rows.length > limit ? encodeCursor(last.order, last.position) : null,
    total: total ?? 0,
  }
}

/**
 * How many requests there are of each status, overdue and set aside, each under the rest of a filter.
 *
 * @throws {DatabaseUnavailable}
 */
export function countEstimates({ database, clock }: ReadDeps, filter: EstimateFilter): Promise<CountedEstimates> {
  const now = clock.now()
  return database.queries.countEstimates(criteriaOf(filter, now), now)
}
