import { criteriaSql, type EstimateCriteria, isUnfiltered, spamSql } from './estimate-criteria.ts'
import type { Bind, EstimateIndex, QueryDialect, SearchSource } from './query.ts'

export type MatchingRows = {
  readonly criteria: EstimateCriteria
  /** Applies when there is no search. */
  readonly index: EstimateIndex
  also?(bind: Bind): readonly string[]
}

export function withClause(
  dialect: QueryDialect,
  { search }: EstimateCriteria,
  bind: Bind,
  others: () => readonly string[] = () => [],
): string {
  const tables = [...(search ? dialect.search.tables(search, bind) : []), ...others()]
  return tables.length === 0 ? '' : `WITH ${tables.join(', ')} `
}

/** The statement must begin with {@link withClause}. */
export function fromSql(dialect: QueryDialect, rows: MatchingRows, bind: Bind): string {
  return fromSource(rows, bind, sourcesOf(dialect, rows, bind).always)
}

export function valueSql(
  dialect: QueryDialect,
  rows: MatchingRows,
  bind: Bind,
  write: (from: string) => string,
): string {
  const { ifFew, always } = sourcesOf(dialect, rows, bind)
  if (!ifFew) return write(fromSource(rows, bind, always))
  // Engines compute only one branch.
  return `CASE WHEN ${ifFew.are} THEN ${write(fromSource(rows, bind, ifFew))} ELSE ${write(fromSource(rows, bind, always))} END`
}

export function countSql(dialect: QueryDialect, rows: MatchingRows, bind: Bind): string {
  return valueSql(dialect, rows, bind, (from) => `(SELECT count(*) ${from})`)
}

function sourcesOf(dialect: QueryDialect, { criteria: { search }, index }: MatchingRows, bind: Bind) {
  const from = dialect.estimatesBy(index)
  return search ? dialect.search.sources(search, from, bind) : { always: { from, conditions: [] } }
}

function fromSource({ criteria, also }: MatchingRows, bind: Bind, { from, conditions }: SearchSource): string {
  const meets = isUnfiltered(criteria) ? spamSql.none : criteriaSql(criteria, bind)
  return `FROM ${from} WHERE ${[...conditions, meets, ...(also?.(bind) ?? [])].join(' AND ')}`
}
