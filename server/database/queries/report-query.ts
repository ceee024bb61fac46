import { spamSql } from './estimate-criteria.ts'
import { buildQuery, type Query, type QueryDialect } from './query.ts'

/** The requests of a period: each list has an item of each request, in the same order. Instants are in ms since 1970. */
export type ReportRows = {
  /** Project type, budget range, outcome, status, the assignee's id or nothing, `quarantined` or nothing, and the lead source or nothing, separated by |. */
  readonly kind: readonly string[]
  readonly createdAt: readonly number[]
  readonly dueAt: readonly (number | null)[]
  readonly firstContactAt: readonly (number | null)[]
  readonly promisedOn: readonly (string | null)[]
  readonly dueOn: readonly (string | null)[]
  readonly sentAt: readonly (number | null)[]
  readonly cents: readonly (number | null)[]
}

/** Quarantined requests are left out. Everything comes from the index of the list alone. */
export function reportQuery(dialect: QueryDialect, since: Date, before: Date): Query {
  return buildQuery(dialect, (bind) => {
    const toMs = (column: string) => dialect.msBetween(bind(new Date(0), 'instant'), column)
    const columns: Record<keyof ReportRows, string> = {
      kind: `project_type || '|' || budget_range || '|' || outcome || '|' || status || '|' || coalesce(assignee_id, '')
        || CASE WHEN quarantine_reasons IS NULL THEN '|' ELSE '|quarantined' END || '|' || coalesce(lead_source, '')`,
      createdAt: toMs('created_at'),
      dueAt: toMs('due_at'),
      firstContactAt: toMs('first_contact_at'),
      promisedOn: 'proposal_promised_on',
      dueOn: 'proposal_due_on',
      sentAt: toMs('proposal_sent_at'),
      cents: 'proposal_cents',
    }
    return `SELECT ${dialect.jsonColumns(columns)} AS rows FROM ${dialect.estimatesBy('finding')}
      WHERE created_at >= ${bind(since, 'instant')} AND created_at < ${bind(before, 'instant')} AND ${spamSql.none}`
  })
}

/** The number of newest requests whose lead sources can be chosen. */
const maxSourced = 10_000

/** Reads a part of the index of the list, however many requests there are. */
export function leadSourcesQuery(dialect: QueryDialect, limit: number): Query {
  return buildQuery(
    dialect,
    (bind) => `SELECT lead_source AS source FROM (
        SELECT lead_source FROM ${dialect.estimatesBy('finding')} WHERE ${spamSql.none}
        ORDER BY created_at DESC, id DESC LIMIT ${maxSourced}
      ) AS newest WHERE lead_source IS NOT NULL
      GROUP BY lead_source ORDER BY count(*) DESC, lead_source LIMIT ${bind(limit, 'number')}`,
  )
}

export function phoneQuery(dialect: QueryDialect, since: Date, before: Date): Query {
  return buildQuery(
    dialect,
    (bind) => `SELECT count(*) AS total FROM ${dialect.estimatesBy('phone')} WHERE source = 'phone' AND ${spamSql.none}
      AND created_at >= ${bind(since, 'instant')} AND created_at < ${bind(before, 'instant')}`,
  )
}
