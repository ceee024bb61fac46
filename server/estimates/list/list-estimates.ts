import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import {
  type CountedEstimates,
  hasRank,
  type ListedEstimate,
  type ListedWork,
  type ListOrder,
  type ListPosition,
  type ListWanted,
  listOrders,
} from '#server/database/queries/estimate-list-query.ts'
import { AppError } from '#server/errors.ts'
import { readReasons } from '#server/estimates/submit/spam-check.ts'
import type { Actor } from '#server/estimates/timeline/estimate-events.ts'
import type { EstimateFilter } from '#shared/estimates/estimate-filter.ts'
import type { EstimateSort } from '#shared/estimates/estimate-list.ts'
import type { QuarantineReason } from '#shared/estimates/quarantine.ts'
import { filterToCriteria } from './filter-to-criteria.ts'
import { suggestSearch } from './suggest-search.ts'

/** The staff's pages show an estimate like this. */
export type StaffEstimate<Estimate extends ListedEstimate = ListedEstimate> = Omit<Estimate, 'quarantineReasons'> & {
  /** It is empty outside of quarantine. */
  readonly quarantineReasons: readonly QuarantineReason[]
}

type EstimateItem = StaffEstimate<ListedEstimate & ListedWork>

export function estimateItem<Estimate extends ListedEstimate>(stored: Estimate): StaffEstimate<Estimate> {
  const isQuarantined = stored.dueAt === null && stored.withdrawnAt === null
  // An estimate that was released keeps its reasons, for the timeline. Leaving the stored ones out of a copy first would
  // take as long as reading the whole page from JSON.
  return { ...stored, quarantineReasons: isQuarantined ? readReasons(stored.quarantineReasons) : [] }
}

type Page = {
  readonly items: readonly EstimateItem[]
  readonly nextCursor: string | null
  readonly total: number
  /** The search that a first page without hits may have meant. */
  readonly didYouMean?: string
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
  const page = { items: rows.map(({ estimate }) => estimateItem(estimate)), nextCursor, total: total ?? 0 }
  if (total !== 0 || cursor || !filter.q || !criteria.search) return page
  const didYouMean = await suggestSearch(filter.q, async (condition) => {
    const list = await queries.listEstimates({
      criteria: { ...criteria, search: condition },
      order: 'newest',
      limit: 1,
      counted: false,
    })
    return list.rows.map(({ estimate }) => estimate)
  })
  return { ...page, ...(didYouMean ? { didYouMean } : {}) }
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

/** A sort reads its orders one after the other. */
export const ordersBySort: Record<EstimateSort, readonly ListOrder[]> = {
  newest: ['newest'],
  oldest: ['oldest'],
  due: ['waiting', 'others'],
  proposal: ['proposals', 'no-proposals'],
  budget: ['budget'],
  'lowest-budget': ['lowest-budget'],
}

type PagePart = {
  readonly sort: EstimateSort
  readonly limit: number
  readonly cursor?: string | null | undefined
}

/** @throws {AppError} `invalid` for a forged cursor or another sort */
export async function readPage<Row extends { readonly position: ListPosition }>(
  { sort, limit, cursor }: PagePart,
  read: (part: Pick<ListWanted, 'order' | 'limit' | 'after'>) => Promise<readonly Row[]>,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const orders = ordersBySort[sort]
  const start = typeof cursor === 'string' ? decodeCursor(cursor, orders) : undefined
  const found: { row: Row; order: ListOrder }[] = []
  for (const order of orders.slice(start ? orders.indexOf(start.order) : 0)) {
    const after = start?.order === order ? start.position : undefined
    const missing = limit + 1 - found.length
    if (missing === 0) break
    found.push(...(await read({ order, limit: missing, after })).map((row) => ({ row, order })))
  }
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    rows: shown.map(({ row }) => row),
    nextCursor: last && found.length > limit ? encodeCursor(last.order, last.row.position) : null,
  }
}

const placeForm =
  /^(?:(oldest|waiting|others|proposals|no-proposals|budget|lowest-budget)\.)?(?:(\d|\d{8})\.)?(\d{1,13})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

type Place = { readonly order: ListOrder; readonly position: ListPosition }

export function encodeCursor(order: ListOrder, { at, id, rank }: ListPosition): string {
  const name = order === 'newest' ? '' : `${order}.`
  const ranked = hasRank(order) ? `${rank}.` : ''
  return Buffer.from(`${name}${ranked}${at.getTime()}.${id}`).toString('base64url')
}

/** @throws {AppError} `invalid` for a forged cursor or another order */
function decodeCursor(cursor: string, orders: readonly ListOrder[]): Place {
  const [, name = 'newest', rank = '0', instant, id] = placeForm.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const order = listOrders.find((each) => each === name)
  if (order && orders.includes(order) && instant && id) {
    const position = { at: new Date(Number(instant)), id, rank: Number(rank) }
    // Several texts decode to the same bytes.
    if (encodeCursor(order, position) === cursor) return { order, position }
  }
  throw new AppError('invalid', 'The list cannot continue from there. Please reload it.', {
    fieldErrors: { cursor: ['This is not a valid cursor.'] },
  })
}
