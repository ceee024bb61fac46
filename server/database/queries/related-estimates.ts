import { spamSql } from './estimate-criteria.ts'
import type { ListedEstimate, ListedWork } from './estimate-list-query.ts'
import { buildQuery, type Query, type QueryDialect } from './query.ts'

/** Null at the ends of the unfiltered list. */
export type AdjacentEstimates = { readonly newer: string | null; readonly older: string | null }

export type EstimateContact = {
  readonly id: string
  readonly createdAt: Date
  readonly emailKey: string
  readonly phoneDigits: string | null
  readonly otherPhoneDigits: string | null
}

export function adjacentQuery(
  dialect: QueryDialect,
  { id, createdAt }: Pick<EstimateContact, 'id' | 'createdAt'>,
): Query {
  return buildQuery(dialect, (bind) => {
    const next = (isBeyond: '>' | '<', order: 'ASC' | 'DESC') => `(SELECT id FROM ${dialect.estimatesBy('finding')}
      WHERE (created_at, id) ${isBeyond} (${bind(createdAt, 'instant')}, ${bind(id, 'text')}) AND ${spamSql.none}
      ORDER BY created_at ${order}, id ${order} LIMIT 1)`
    return `SELECT ${next('>', 'ASC')} AS newer, ${next('<', 'DESC')} AS older`
  })
}

const earlierColumns = ['id', 'name', 'createdAt', 'status', 'outcome', 'projectType'] as const

export type EarlierEstimates = {
  readonly total: number
  readonly items: Pick<ListedEstimate & ListedWork, (typeof earlierColumns)[number]>[]
}

export type EarlierRow = { readonly items: string; readonly total: number | bigint }

export function earlierQuery(dialect: QueryDialect, estimate: EstimateContact, limit: number): Query {
  return buildQuery(dialect, (bind) => {
    // Null equals nothing: callers without an email address are not the same person, and are not even read.
    const having = (column: 'email_key' | 'phone_digits' | 'other_phone_digits', values: readonly (string | null)[]) =>
      `SELECT id AS own_id FROM ${dialect.estimatesBy(column)}
        WHERE ${column} IN (${values.map((value) => bind(value || null, 'text')).join(', ')})`
    const numbers = [estimate.phoneDigits, estimate.otherPhoneDigits]
    // The cross join makes SQLite begin with these few ids instead of everything outside quarantine.
    const earlier = () => `FROM (
        ${having('email_key', [estimate.emailKey])}
        UNION ${having('phone_digits', numbers)}
        UNION ${having('other_phone_digits', numbers)}) AS own
      CROSS JOIN project_estimates WHERE id = own_id AND (created_at, id) < (${bind(estimate.createdAt, 'instant')}, ${bind(estimate.id, 'text')}) AND ${spamSql.none}`
    const items = `SELECT id, name, created_at AS "createdAt", status, outcome, project_type AS "projectType" ${earlier()}
      ORDER BY created_at DESC, id DESC LIMIT ${bind(limit, 'number')}`
    return `SELECT ${dialect.jsonRows(items, earlierColumns)} AS items, (SELECT count(*) ${earlier()}) AS total`
  })
}

export function earlierEstimates([row]: readonly EarlierRow[]): EarlierEstimates {
  const items: (Omit<EarlierEstimates['items'][number], 'createdAt'> & { readonly createdAt: string })[] = JSON.parse(
    row?.items ?? '[]',
  )
  return {
    total: Number(row?.total ?? 0),
    items: items.map((item) => ({ ...item, createdAt: new Date(item.createdAt) })),
  }
}
