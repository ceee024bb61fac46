import { spamSql } from './estimate-criteria.ts'
import type { ListedEstimate } from './listed-estimate.ts'
import { type Query, type QueryDialect, queryOf } from './query.ts'

/** A request, and what tells whose it is. */
export type EstimateContact = {
  readonly id: string
  readonly createdAt: Date
  readonly emailKey: string
  readonly phoneDigits: string | null
}

/** What a person has asked for before. */
export type EarlierEstimates = {
  readonly total: number
  readonly items: Pick<ListedEstimate, 'id' | 'reference' | 'createdAt' | 'status' | 'projectType'>[]
}

export type EarlierRow = { readonly items: string; readonly total: number | bigint }

const names = ['id', 'reference', 'createdAt', 'status', 'projectType']

/** Requests with the same address or the same number, made before one and not set aside, newest first. */
export function earlierQuery(dialect: QueryDialect, request: EstimateContact, limit: number): Query {
  return queryOf(dialect, (bind) => {
    const having = (column: 'email_key' | 'phone_digits', value: string) =>
      `SELECT id AS own_id FROM ${dialect.tableBy(column)} WHERE ${column} = ${bind(value, 'text')} AND ${column} <> ''`
    // Each by its own index; somebody has few requests. A cross join has SQLite begin with these, where it would rather
    // go through all that are not set aside.
    const earlier = () => `FROM (
        ${having('email_key', request.emailKey)} UNION ${having('phone_digits', request.phoneDigits ?? '')}) AS own
      CROSS JOIN project_estimates WHERE id = own_id AND (created_at, id) < (${bind(request.createdAt, 'instant')}, ${bind(request.id, 'text')}) AND ${spamSql.none}`
    const items = `SELECT id, reference, created_at AS "createdAt", status, project_type AS "projectType" ${earlier()}
      ORDER BY created_at DESC, id DESC LIMIT ${bind(limit, 'number')}`
    return `SELECT ${dialect.jsonRows(items, names)} AS items, (SELECT count(*) ${earlier()}) AS total`
  })
}

/** Reads what {@link earlierQuery} answers. */
export function earlierEstimates([row]: readonly EarlierRow[]): EarlierEstimates {
  const items: (Omit<EarlierEstimates['items'][number], 'createdAt'> & { readonly createdAt: string })[] = JSON.parse(
    row?.items ?? '[]',
  )
  return {
    total: Number(row?.total ?? 0),
    items: items.map((item) => ({ ...item, createdAt: new Date(item.createdAt) })),
  }
}
