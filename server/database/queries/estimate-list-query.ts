import { type Bind, budgetRankSql, type EstimateCriteria, isQuarantined, isUnfiltered } from './estimate-criteria.ts'
import { type ListedEstimate, listedColumns } from './listed-estimate.ts'
import { countSql, type MatchingRows, valueSql, withNamed } from './matching-rows.ts'
import { type EstimateIndex, type Query, type QueryDialect, queryOf } from './query.ts'

/**
 * An order that the database can go through from any position on: newest first; those that wait, soonest due first, and
 * the others, newest first; dearest first, then newest.
 */
export const listOrders = ['newest', 'waiting', 'others', 'budget'] as const
export type ListOrder = (typeof listOrders)[number]

/** A place in an order, behind which a page begins. */
export type ListPosition = {
  /** When the request was made; where it is among those that wait, when it is due. */
  readonly at: Date
  readonly id: string
  /** Its place among the budgets; 0 in the other orders. */
  readonly rank: number
}

export type ListWanted = {
  readonly criteria: EstimateCriteria
  readonly order: ListOrder
  readonly limit: number
  readonly after?: ListPosition | undefined
  /** Whether to count all that meet the criteria, in whatever order. */
  readonly counted: boolean
}

export type EstimateList = {
  readonly rows: { readonly estimate: ListedEstimate; readonly position: ListPosition }[]
  /** 0 where it was not asked for. */
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
  waiting: {
    condition: 'first_contact_at IS NULL AND due_at IS NOT NULL',
    at: 'due_at',
    rank: '0',
    // The first of them is null throughout; PostgreSQL needs to hear it to go by the index.
    by: 'first_contact_at, due_at, id',
    isBehind: ({ at, id }, bind) => `(due_at, id) > (${bind(at, 'instant')}, ${bind(id, 'text')})`,
  },
  others: { ...newestFirst, condition: '(first_contact_at IS NOT NULL OR due_at IS NULL)' },
  budget: {
    at: 'created_at',
    rank: budgetRankSql,
    by: `${budgetRankSql} DESC, created_at DESC, id DESC`,
    isBehind: ({ at, id, rank }, bind) =>
      `(${budgetRankSql}, created_at, id) < (${bind(rank, 'number')}, ${bind(at, 'instant')}, ${bind(id, 'text')})`,
  },
}

/** The names of what a page has about each request. */
export const listNames = [...Object.keys(listedColumns), 'at', 'rank']
const columns = Object.entries(listedColumns).map(([field, column]) => `${column} AS "${field}"`)

/** A page of requests, and how many there are. */
export function listQuery(dialect: QueryDialect, { counted, ...page }: ListWanted): Query {
  return queryOf(dialect, (bind) => {
    const named = withNamed(dialect, page.criteria, bind)
    const rows = valueSql(dialect, pageRows(page), bind, (from) =>
      dialect.jsonRows(pageSql(page, from, bind), listNames),
    )
    return `${named}SELECT ${rows} AS page, ${counted ? totalSql(dialect, page.criteria, bind) : '0'} AS total`
  })
}

type PageWanted = Omit<ListWanted, 'counted'>

/** Where a page begins, and all behind it. */
export function pageRows({ criteria, order, after }: PageWanted): MatchingRows {
  const { condition, isBehind } = orders[order]
  return {
    criteria,
    index: isUnfiltered(criteria) && order === 'waiting' ? 'due' : indexFor(criteria),
    also: (bind) => [...(condition ? [condition] : []), ...(after ? [isBehind(after, bind)] : [])],
  }
}

/** A page of requests as rows, out of `FROM … WHERE …` for {@link pageRows}. */
export function pageSql({ order, limit }: PageWanted, from: string, bind: Bind): string {
  const { at, rank, by } = orders[order]
  return `SELECT ${columns.join(', ')}, ${at} AS "at", ${rank} AS "rank" ${from}
    ORDER BY ${by} LIMIT ${bind(limit, 'number')}`
}

/** What is set aside is few among many. */
function indexFor({ spam }: EstimateCriteria): EstimateIndex {
  return spam ? 'setAside' : 'finding'
}

function totalSql(dialect: QueryDialect, criteria: EstimateCriteria, bind: Bind): string {
  // Few are set aside: counting those and all rows is many times as quick as looking at each row.
  if (isUnfiltered(criteria))
    return `(SELECT (SELECT count(*) FROM project_estimates)
      - (SELECT count(*) FROM project_estimates WHERE ${isQuarantined}))`
  if (dialect.search.countSql && isUnfiltered({ ...criteria, search: undefined })) return dialect.search.countSql
  return countSql(dialect, { criteria, index: indexFor(criteria) }, bind)
}

type PageRow = Omit<ListedEstimate, 'urgent' | 'createdAt' | 'firstContactAt' | 'dueAt'> & {
  readonly urgent: unknown
  readonly createdAt: string
  readonly firstContactAt: string | null
  readonly dueAt: string | null
  readonly at: string
  readonly rank: number
}

function instantOrNull(stored: string | null): Date | null {
  return stored === null ? null : new Date(stored)
}

/** Reads what {@link listQuery} answers. */
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
      },
      position: { at: new Date(at), id: one.id, rank },
    })),
    total: Number(row?.total ?? 0),
  }
}
