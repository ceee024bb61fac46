import {
  awaitsContactSql,
  budgetRankSql,
  type EstimateCriteria,
  isInClosedTotals,
  isUnfiltered,
} from './estimate-criteria.ts'
import { type ListedEstimate, type ListedWork, listedColumns, listedWorkColumns } from './listed-estimate.ts'
import { countSql, indexFor, type MatchingRows, valueSql, withClause } from './matching-rows.ts'
import { type Bind, buildQuery, type EstimateIndex, type Query, type QueryDialect } from './query.ts'

/** `waiting` has estimates without contact, soonest due first; `others` has the rest, newest first. */
export const listOrders = ['newest', 'oldest', 'waiting', 'others', 'budget', 'lowest-budget'] as const
export type ListOrder = (typeof listOrders)[number]

export type ListPosition = {
  /** Holds the due date in the order `waiting`, otherwise the creation. */
  readonly at: Date
  readonly id: string
  /** 0 except in the orders by budget. */
  readonly rank: number
}

export type ListWanted = {
  readonly criteria: EstimateCriteria
  readonly order: ListOrder
  readonly limit: number
  readonly after?: ListPosition | undefined
  readonly counted: boolean
}

export type EstimateList = {
  readonly rows: { readonly estimate: ListedEstimate & ListedWork; readonly position: ListPosition }[]
  /** 0 unless `counted`. */
  readonly total: number
}

export type ListRow = { readonly page: string; readonly total: number | bigint }

type OrderSql = {
  readonly condition?: string
  readonly at: 'created_at' | 'due_at'
  readonly rank: string
  readonly by: string
  isBehind(position: ListPosition, bind: Bind): string
}

const newestFirst: OrderSql = {
  at: 'created_at',
  rank: '0',
  by: 'created_at DESC, id DESC',
  isBehind: ({ at, id }, bind) => `(created_at, id) < (${bind(at, 'instant')}, ${bind(id, 'text')})`,
}

const orders: Record<ListOrder, OrderSql> = {
  newest: newestFirst,
  oldest: {
    at: 'created_at',
    rank: '0',
    by: 'created_at, id',
    isBehind: ({ at, id }, bind) => `(created_at, id) > (${bind(at, 'instant')}, ${bind(id, 'text')})`,
  },
  waiting: {
    condition: `${awaitsContactSql} AND due_at IS NOT NULL`,
    at: 'due_at',
    rank: '0',
    by: 'due_at, id',
    isBehind: ({ at, id }, bind) => `(due_at, id) > (${bind(at, 'instant')}, ${bind(id, 'text')})`,
  },
  others: { ...newestFirst, condition: `NOT (${awaitsContactSql} AND due_at IS NOT NULL)` },
  budget: {
    at: 'created_at',
    rank: budgetRankSql,
    by: `${budgetRankSql} DESC, created_at DESC, id DESC`,
    // SQLite finds the beginning by the first condition only.
    isBehind: ({ at, id, rank }, bind) => `${budgetRankSql} <= ${bind(rank, 'number')} AND
      (${budgetRankSql}, created_at, id) < (${bind(rank, 'number')}, ${bind(at, 'instant')}, ${bind(id, 'text')})`,
  },
  // The index read backward, so the oldest of a budget comes first.
  'lowest-budget': {
    at: 'created_at',
    rank: budgetRankSql,
    by: `${budgetRankSql}, created_at, id`,
    isBehind: ({ at, id, rank }, bind) => `${budgetRankSql} >= ${bind(rank, 'number')} AND
      (${budgetRankSql}, created_at, id) > (${bind(rank, 'number')}, ${bind(at, 'instant')}, ${bind(id, 'text')})`,
  },
}

const estimateColumns = { ...listedColumns, ...listedWorkColumns }

export const listColumns: readonly (keyof PageRow)[] = [
  ...(Object.keys(estimateColumns) as (keyof typeof estimateColumns)[]),
  'at',
  'rank',
]
const columns = Object.entries(estimateColumns).map(([field, column]) => `${column} AS "${field}"`)

export function listQuery(dialect: QueryDialect, { counted, ...page }: ListWanted): Query {
  return buildQuery(dialect, (bind) => {
    const tables = withClause(dialect, page.criteria, bind)
    const rows = valueSql(dialect, pageRows(page), bind, (from) =>
      dialect.jsonRows(pageSql(page, from, bind), listColumns),
    )
    return `${tables}SELECT ${rows} AS page, ${counted ? totalSql(dialect, page.criteria, bind) : '0'} AS total`
  })
}

type PageWanted = Omit<ListWanted, 'counted'>

export function pageRows({ criteria, order, after }: PageWanted): MatchingRows {
  const { condition, isBehind } = orders[order]
  return {
    criteria,
    index: pageIndex(criteria, order),
    also: (bind) => [...(condition ? [condition] : []), ...(after ? [isBehind(after, bind)] : [])],
  }
}

export function pageSql({ order, limit }: PageWanted, from: string, bind: Bind): string {
  const { at, rank, by } = orders[order]
  return `SELECT ${columns.join(', ')}, ${at} AS "at", ${rank} AS "rank" ${from}
    ORDER BY ${by} LIMIT ${bind(limit, 'number')}`
}

function pageIndex(criteria: EstimateCriteria, order: ListOrder): EstimateIndex {
  const index = indexFor(criteria)
  // Few estimates wait for a contact.
  if (order === 'waiting' && index !== 'quarantined') return 'waiting'
  if (isByBudget(order) && index === 'closed' && isInClosedTotals(criteria)) return 'budget'
  if (index !== 'finding') return index
  // A period is a part of the other index.
  return isByBudget(order) && !criteria.since && !criteria.before ? 'budget' : index
}

/** The positions of these orders have a rank. */
export function isByBudget(order: ListOrder): boolean {
  return order === 'budget' || order === 'lowest-budget'
}

function totalSql(dialect: QueryDialect, criteria: EstimateCriteria, bind: Bind): string {
  const isSearchAlone = criteria.search && isUnfiltered({ ...criteria, search: undefined })
  if (isSearchAlone && dialect.search.countSql) return dialect.search.countSql
  return countSql(dialect, { criteria, index: indexFor(criteria) }, bind)
}

type PageRow = Omit<ListedEstimate & ListedWork, 'urgent' | 'createdAt' | 'firstContactAt' | 'dueAt' | 'erasedAt'> & {
  readonly urgent: unknown
  readonly createdAt: string
  readonly firstContactAt: string | null
  readonly dueAt: string | null
  readonly erasedAt: string | null
  readonly at: string
  readonly rank: number
}

function instantOrNull(stored: string | null): Date | null {
  return stored === null ? null : new Date(stored)
}

export function listedPage([row]: readonly ListRow[]): EstimateList {
  const page: PageRow[] = JSON.parse(row?.page ?? '[]')
  return {
    rows: page.map(({ at, rank, ...one }) => ({
      estimate: {
        ...one,
        urgent: Boolean(one.urgent),
        createdAt: new Date(one.createdAt),
        firstContactAt: instantOrNull(one.firstContactAt),
        dueAt: instantOrNull(one.dueAt),
        erasedAt: instantOrNull(one.erasedAt),
      },
      position: { at: new Date(at), id: one.id, rank },
    })),
    total: Number(row?.total ?? 0),
  }
}
