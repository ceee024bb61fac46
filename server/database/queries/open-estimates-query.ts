import { notErased } from './estimate-criteria.ts'
import { buildQuery, type Query, type QueryDialect } from './query.ts'

export type OpenEstimate = { readonly id: string; readonly version: number }

export type OpenEstimateRow = { readonly id: string; readonly version: number | bigint }

/**
 * The open estimates of an assignee, also in quarantine, in any order. Prisma would bind the outcome as a value, for
 * which SQLite does not use the index of open estimates.
 */
export function openEstimatesQuery(dialect: QueryDialect, assigneeId: string, limit: number): Query {
  return buildQuery(
    dialect,
    (bind) => `
      SELECT id, version FROM (
        SELECT id, version FROM ${dialect.estimatesBy('assigned')}
        WHERE assignee_id IS NOT NULL AND assignee_id = ${bind(assigneeId, 'text')}
          AND outcome = 'open' AND quarantined_at IS NULL AND ${notErased}
        UNION ALL
        SELECT id, version FROM ${dialect.estimatesBy('quarantined')}
        WHERE quarantined_at IS NOT NULL AND outcome = 'open' AND ${notErased} AND assignee_id = ${bind(assigneeId, 'text')}
      ) AS open_estimates LIMIT ${bind(limit, 'number')}`,
  )
}

export function openEstimates(rows: readonly OpenEstimateRow[]): OpenEstimate[] {
  return rows.map(({ id, version }) => ({ id, version: Number(version) }))
}
