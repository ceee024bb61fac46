import type { ProjectEstimate } from '#prisma/generated/sqlite/client.ts'
import { answerColumns } from './answer-columns.ts'
import {
  awaitsContactSql,
  awaitsProposalSql,
  budgetRankSql,
  criteriaSql,
  deadlineSql,
  type EstimateCriteria,
  otherCriteriaSql,
  overdueSql,
  spamSql,
} from './estimate-criteria.ts'
import { type Bind, buildQuery, type EstimateIndex, type Query, type QueryDialect } from './query.ts'

export const listedColumns = {
  id: 'id',
  reference: 'reference',
  ...answerColumns,
  status: 'status',
  createdAt: 'created_at',
  firstContactAt: 'first_contact_at',
  dueAt: 'due_at',
  quarantineReasons: 'quarantine_reasons',
  source: 'source',
  leadSource: 'lead_source',
  erasedAt: 'erased_at',
  withdrawnAt: 'withdrawn_at',
} as const satisfies Partial<Record<keyof ProjectEstimate, string>>

export type ListedEstimate = Pick<ProjectEstimate, keyof typeof listedColumns>

export const proposalColumns = {
  proposalPromisedOn: 'proposal_promised_on',
  proposalDueOn: 'proposal_due_on',
  proposalSentAt: 'proposal_sent_at',
  proposalCents: 'proposal_cents',
} as const

/** The work on a listed estimate, as columns of project_estimates. */
export const listedWorkColumns = {
  version: 'version',
  outcome: 'outcome',
  followUpOn: 'follow_up_on',
  ...proposalColumns,
  assigneeEmail: '(SELECT users.email FROM users WHERE users.id = assignee_id)',
  assigneeName: '(SELECT users.name FROM users WHERE users.id = assignee_id)',
  photos:
    '(SELECT count(*) FROM stored_files WHERE estimate_id = project_estimates.id AND stored_files.width IS NOT NULL)',
} as const

export type ListedWork = Pick<ProjectEstimate, 'version' | 'outcome' | 'followUpOn'> & {
  readonly proposalPromisedOn: string | null
  readonly proposalDueOn: string | null
  readonly proposalSentAt: Date | null
  readonly proposalCents: number | null
  readonly assigneeEmail: string | null
  readonly assigneeName: string | null
  /** It counts the photos. */
  readonly photos: number
}

/**
 * `waiting` has estimates without contact and `proposals` those with a proposal to be sent, soonest due first; `others` and
 * `no-proposals` have the rest, newest first.
 */
export const listOrders = [
  ...['newest', 'oldest', 'waiting', 'others', 'proposals', 'no-proposals', 'budget', 'lowest-budget'],
] as const
export type ListOrder = (typeof listOrders)[number]

export type ListPosition = {
  /** Holds the due date in the order `waiting`, otherwise the creation. */
  readonly at: Date
  readonly id: string
  /** It is 0 except in the orders by budget and by the proposal's day. */
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
  /** It is 0 unless `counted`. */
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
  proposals: {
    condition: awaitsProposalSql,
    at: 'created_at',
    // The rank is a day like 20261130.
    rank: "CAST(replace(proposal_due_on, '-', '') AS INTEGER)",
    by: 'proposal_due_on, id',
    isBehind: ({ id, rank }, bind) => `(proposal_due_on, id) > (${bind(rankedDay(rank), 'text')}, ${bind(id, 'text')})`,
  },
  'no-proposals': { ...newestFirst, condition: `NOT (${awaitsProposalSql})` },
  budget: {
    at: 'created_at',
    rank: budgetRankSql,
    by: `${budgetRankSql} DESC, created_at DESC, id DESC`,
    isBehind: ({ at, id, rank }, bind) =>
      `(${budgetRankSql}, created_at, id) < (${bind(rank, 'number')}, ${bind(at, 'instant')}, ${bind(id, 'text')})`,
  },
  'lowest-budget': {
    at: 'created_at',
    rank: budgetRankSql,
    by: `${budgetRankSql}, created_at, id`,
    isBehind: ({ at, id, rank }, bind) =>
      `(${budgetRankSql}, created_at, id) > (${bind(rank, 'number')}, ${bind(at, 'instant')}, ${bind(id, 'text')})`,
  },
}

function isByBudget(order: ListOrder): boolean {
  return order === 'budget' || order === 'lowest-budget'
}

/** The positions of these orders have a rank. */
export function hasRank(order: ListOrder): boolean {
  return order === 'proposals' || isByBudget(order)
}

function rankedDay(rank: number): string {
  return String(rank).replace(/(\d\d)(\d\d)$/, '-$1-$2')
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
    const rows = dialect.jsonRows(pageSql(dialect, page, bind), listColumns)
    const total = counted
      ? `(SELECT count(*) FROM ${dialect.estimatesBy('finding')} WHERE ${criteriaSql(dialect, page.criteria, bind)})`
      : '0'
    return `SELECT ${rows} AS page, ${total} AS total`
  })
}

/** An index finds the ids, so that only the rows of the page are read. */
export function pageSql(
  dialect: QueryDialect,
  { criteria, order, after, limit }: Omit<ListWanted, 'counted'>,
  bind: Bind,
): string {
  const { condition, at, rank, by, isBehind } = orders[order]
  const conditions = [
    criteriaSql(dialect, criteria, bind),
    ...(condition ? [condition] : []),
    ...(after ? [isBehind(after, bind)] : []),
  ]
  return `SELECT ${columns.join(', ')}, ${at} AS "at", ${rank} AS "rank" FROM project_estimates WHERE id IN (
      SELECT id FROM ${dialect.estimatesBy(pageIndex(criteria, order))} WHERE ${conditions.join(' AND ')}
      ORDER BY ${by} LIMIT ${bind(limit, 'number')})
    ORDER BY ${by}`
}

/** Filters are compared in the index that has their columns. */
function pageIndex(criteria: EstimateCriteria, order: ListOrder): EstimateIndex {
  const isFiltered = Object.values(criteria).some((value) => value !== undefined)
  if (order === 'waiting' && !criteria.spam) return 'waiting'
  if (order === 'proposals' && !criteria.spam && !isFiltered) return 'proposal'
  return isByBudget(order) && !isFiltered ? 'budget' : 'finding'
}

type PageRow = Omit<
  ListedEstimate & ListedWork,
  'urgent' | 'createdAt' | 'firstContactAt' | 'dueAt' | 'erasedAt' | 'withdrawnAt' | 'proposalSentAt'
> & {
  readonly urgent: unknown
  readonly createdAt: string
  readonly firstContactAt: string | null
  readonly dueAt: string | null
  readonly erasedAt: string | null
  readonly withdrawnAt: string | null
  readonly proposalSentAt: string | null
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
        withdrawnAt: instantOrNull(one.withdrawnAt),
        proposalSentAt: instantOrNull(one.proposalSentAt),
      },
      position: { at: new Date(at), id: one.id, rank },
    })),
    total: Number(row?.total ?? 0),
  }
}

/** Each count ignores the criterion that it would replace. */
export type CountedEstimates = {
  /** Includes statuses that this version does not know. */
  readonly statuses: Record<string, number>
  readonly overdue: number
  /** Excludes confirmed spam. */
  readonly quarantined: number
  readonly confirmed: number
}

const counts = ['total', 'overdue', 'quarantined', 'confirmed'] as const

export type CountRow = { readonly status: string } & Readonly<Record<(typeof counts)[number], number | bigint>>

/** All counts come from one reading of the index. */
export function countsQuery(dialect: QueryDialect, criteria: EstimateCriteria, now: Date): Query {
  return buildQuery(dialect, (bind) => {
    const count = (conditions: readonly string[]) => `count(*) FILTER (WHERE ${conditions.join(' AND ')})`
    return `
      SELECT status, ${count([spamSql[criteria.spam ?? 'none'], ...deadlineSql(criteria, bind)])} AS total,
        ${count([spamSql.none, overdueSql(now, bind), ...deadlineSql({ answered: criteria.answered }, bind)])} AS overdue,
        ${count([spamSql.quarantined, ...deadlineSql(criteria, bind)])} AS quarantined,
        ${count([spamSql.confirmed, ...deadlineSql(criteria, bind)])} AS confirmed
      FROM ${dialect.estimatesBy('finding')} WHERE ${otherCriteriaSql(dialect, criteria, bind).join(' AND ')}
      GROUP BY status`
  })
}

export function countedEstimates(rows: readonly CountRow[], { status }: EstimateCriteria): CountedEstimates {
  const chosen = rows.filter((row) => status === undefined || row.status === status)
  const sum = (name: (typeof counts)[number]) => chosen.reduce((total, row) => total + Number(row[name]), 0)
  const statuses = rows.map((row) => [row.status, Number(row.total)] as const)
  return {
    statuses: Object.fromEntries(statuses.filter(([, total]) => total > 0)),
    overdue: sum('overdue'),
    quarantined: sum('quarantined'),
    confirmed: sum('confirmed'),
  }
}
