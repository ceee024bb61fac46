import { spamSql } from './estimate-criteria.ts'
import { type Query, type QueryDialect, queryOf } from './query.ts'

/** The ids of the next newer and the next older request, as the list has them; null at the ends. */
export type AdjacentEstimates = { readonly newer: string | null; readonly older: string | null }

/** One row: {@link AdjacentEstimates}. */
export function adjacentQuery(
  dialect: QueryDialect,
  { id, createdAt }: { readonly id: string; readonly createdAt: Date },
): Query {
  return queryOf(dialect, (bind) => {
    const next = (isBeyond: '>' | '<', order: 'ASC' | 'DESC') => `(SELECT id FROM ${dialect.tableBy('finding')}
      WHERE (created_at, id) ${isBeyond} (${bind(createdAt, 'instant')}, ${bind(id, 'text')}) AND ${spamSql.none}
      ORDER BY created_at ${order}, id ${order} LIMIT 1)`
    return `SELECT ${next('>', 'ASC')} AS newer, ${next('<', 'DESC')} AS older`
  })
}
