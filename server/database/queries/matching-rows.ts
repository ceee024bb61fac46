import { type Bind, criteriaSql, type EstimateCriteria, isUnfiltered, spamSql } from './estimate-criteria.ts'
import type { EstimateIndex, QueryDialect, SearchWay } from './query.ts'

/** The requests that meet criteria, for a statement. */
export type MatchingRows = {
  readonly criteria: EstimateCriteria
  /** What the engine is to read them by, where it has to be told and there is no better way. */
  readonly index: EstimateIndex
  /** What else has to be true of them. */
  also?(bind: Bind): readonly string[]
}

/**
 * What a statement begins with whose parts are about the criteria: `WITH` and what these refer to by name, or nothing.
 *
 * @param others writes further such names, which may refer to those
 */
export function withNamed(
  dialect: QueryDialect,
  { search }: EstimateCriteria,
  bind: Bind,
  others: () => readonly string[] = () => [],
): string {
  const named = [...(search ? dialect.search.named(search, bind) : []), ...others()]
  return named.length === 0 ? '' : `WITH ${named.join(', ')} `
}

/** `FROM … WHERE …` for the rows; what the statement has to begin with is {@link withNamed}. */
export function fromSql(dialect: QueryDialect, rows: MatchingRows, bind: Bind): string {
  return fromWay(rows, bind, waysOf(dialect, rows, bind).always)
}

/**
 * One value out of the rows, read in the quickest way.
 *
 * @param write the value, out of `FROM … WHERE …`
 */
export function valueSql(
  dialect: QueryDialect,
  rows: MatchingRows,
  bind: Bind,
  write: (from: string) => string,
): string {
  const { ifFew, always } = waysOf(dialect, rows, bind)
  if (!ifFew) return write(fromWay(rows, bind, always))
  // An engine computes only the branch that it takes.
  return `CASE WHEN ${ifFew.are} THEN ${write(fromWay(rows, bind, ifFew))} ELSE ${write(fromWay(rows, bind, always))} END`
}

/** How many there are. */
export function countSql(dialect: QueryDialect, rows: MatchingRows, bind: Bind): string {
  return valueSql(dialect, rows, bind, (from) => `(SELECT count(*) ${from})`)
}

function waysOf(dialect: QueryDialect, { criteria: { search }, index }: MatchingRows, bind: Bind) {
  const from = dialect.tableBy(index)
  return search ? dialect.search.ways(search, from, bind) : { always: { from, conditions: [] } }
}

function fromWay({ criteria, also }: MatchingRows, bind: Bind, { from, conditions }: SearchWay): string {
  const meets = isUnfiltered(criteria) ? spamSql.none : criteriaSql(criteria, bind)
  return `FROM ${from} WHERE ${[...conditions, meets, ...(also?.(bind) ?? [])].join(' AND ')}`
}
