import {
  closedTotalsSql,
  criteriaSql,
  type EstimateCriteria,
  hasChoice,
  hasWork,
  isInClosedTotals,
  isInLateTotals,
  isInTotals,
  isUnfiltered,
  lateTotalsSql,
  spamSql,
  totalsSql,
} from './estimate-criteria.ts'
import type { Bind, EstimateIndex, FewRows, QueryDialect, RowSource } from './query.ts'

/** With more matches, walking an index finds a page earlier and reads neighboring rows. */
export const maxFewRows = 2_000

export type MatchingRows = {
  readonly criteria: EstimateCriteria
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
  const { search } = rows.criteria
  const table = dialect.estimatesBy(rows.index)
  return fromSource(rows, bind, search ? dialect.search.source(search, table, bind) : { from: table, conditions: [] })
}

export function valueSql(
  dialect: QueryDialect,
  rows: MatchingRows,
  bind: Bind,
  write: (from: string) => string,
): string {
  const branches = fewRows(dialect, rows, bind).map(
    ({ are, source }) => `WHEN ${are()} THEN ${write(fromSource(rows, bind, source()))}`,
  )
  const otherwise = write(fromSql(dialect, rows, bind))
  // Engines compute only one branch.
  return branches.length > 0 ? `CASE ${branches.join(' ')} ELSE ${otherwise} END` : otherwise
}

export function countSql(dialect: QueryDialect, rows: MatchingRows, bind: Bind): string {
  const { criteria, also } = rows
  const terms = also ? [] : countTerms(criteria)
  if (terms.length > 1) {
    const counts = terms.map(({ sign, criteria }) => {
      return `${sign} ${countSql(dialect, { criteria, index: indexFor(criteria) }, bind)}`
    })
    return `(${counts.join(' ')})`
  }
  if (!also && hasKeptNumbers(criteria)) return keptSql(criteria, bind)
  if (also || rows.index !== 'finding' || !hasChoice(criteria) || hasWork(criteria))
    return valueSql(dialect, rows, bind, (from) => `(SELECT count(*) ${from})`)
  // The combinations that a filter leaves are counted without reading the others.
  const counted = (source: RowSource) => `(SELECT count(*) ${fromSource(rows, bind, source)})`
  const byFacets = () => counted(facetsSource(dialect, criteria, bind))
  if (!criteria.search) return byFacets()
  const { are, source } = dialect.search.fewRows
  return `CASE WHEN ${are()} THEN ${counted(source())} ELSE ${byFacets()} END`
}

type CountTerm = { readonly sign: '+' | '-'; readonly criteria: EstimateCriteria }

/**
 * Criteria whose numbers add up to the number of matches: those of the kept numbers, and of the few estimates with a
 * follow-up or without a contact.
 */
export function countTerms(criteria: EstimateCriteria): CountTerm[] {
  const { outcome, followUp, answered, ...rest } = criteria
  const hasFollowUp = followUp !== undefined && followUp !== 'none'
  if (rest.spam || hasFollowUp || !isInTotals(rest)) return [{ sign: '+', criteria }]
  if (answered) {
    const part = (is: typeof answered.is) => ({ ...criteria, answered: { ...answered, is } })
    if (answered.is === 'yes')
      return [...countTerms({ ...rest, outcome, followUp }), { sign: '-', criteria: part('uncontacted') }]
    if (answered.is === 'in-time') return [...countTerms(part('yes')), { sign: '-', criteria: part('untimely') }]
    if (answered.is === 'missed') return missedParts(criteria).map((missed) => ({ sign: '+', criteria: missed }))
  }
  if (answered) return [{ sign: '+', criteria }]
  if (followUp === 'none')
    return [...countTerms({ ...rest, outcome }), { sign: '-', criteria: { ...rest, outcome, followUp: 'any' } }]
  if (outcome === 'open')
    return [
      { sign: '+', criteria: rest },
      { sign: '-', criteria: { ...rest, outcome: 'closed' } },
    ]
  return [{ sign: '+', criteria }]
}

const waitingAnswers: ReadonlySet<string> = new Set(['no', 'uncontacted', 'pending', 'expired', 'closed'])
const lateAnswers: ReadonlySet<string> = new Set(['late', 'untimely'])

/** The index of the few estimates that some criteria leave, or else of all, newest first. */
export function indexFor({ spam, overdueAt, answered, outcome, followUp }: EstimateCriteria): EstimateIndex {
  if (spam) return 'quarantined'
  if (overdueAt || (answered && waitingAnswers.has(answered.is))) return 'waiting'
  if (answered && lateAnswers.has(answered.is)) return 'late'
  if (followUp !== undefined && followUp !== 'none') return 'followUp'
  return outcome !== undefined && outcome !== 'open' ? 'closed' : 'finding'
}

/** Whether {@link keptNumbersFrom} has them. */
export function hasKeptNumbers(criteria: EstimateCriteria): boolean {
  return isInTotals(criteria) || isInClosedTotals(criteria) || isInLateTotals(criteria)
}

/** The kept numbers of the estimates that meet the criteria. */
export function keptNumbersFrom(criteria: EstimateCriteria, bind: Bind): string {
  if (isInTotals(criteria)) return totalsFrom(criteria, bind)
  if (isInLateTotals(criteria)) return `FROM estimate_late_totals WHERE ${lateTotalsSql(criteria, bind)}`
  return `FROM estimate_closed_totals WHERE ${closedTotalsSql(criteria, bind)}`
}

function keptSql(criteria: EstimateCriteria, bind: Bind): string {
  return `(SELECT coalesce(sum(total), 0) ${keptNumbersFrom(criteria, bind)})`
}

function totalsFrom(criteria: EstimateCriteria, bind: Bind): string {
  return `FROM estimate_totals WHERE ${totalsSql(criteria, bind)}`
}

const facetColumns = ['project_type', 'budget_range', 'timeline', 'status', 'urgent']

export function facetsJoin(totals: string, table: string, assigneeId: string): string {
  const facets = [...facetColumns, 'assignee_id'].map((column) => `${column} AS facet_${column}`)
  const equal = facetColumns.map((column) => `${column} = facet_${column}`)
  return `(SELECT DISTINCT ${facets.join(', ')} ${totals}) AS facets
    JOIN ${table} ON ${equal.join(' AND ')} AND coalesce(assignee_id, '') = ${assigneeId}`
}

/** In the order in which they are tried. */
function fewRows(dialect: QueryDialect, { criteria, index }: MatchingRows, bind: Bind): FewRows[] {
  const { search } = criteria
  const found = search ? [dialect.search.fewRows] : []
  if (index === 'budget' && isInClosedTotals(criteria)) return [fewClosed(dialect, criteria, bind)]
  if (index !== 'finding' && index !== 'budget') return found
  const missed = criteria.answered?.is === 'missed' && !search ? [fewMissed(dialect, criteria, bind)] : []
  if (!hasChoice(criteria)) return [...found, ...missed]
  const chosen: FewRows = {
    are: () => `(SELECT coalesce(sum(total), 0) ${totalsFrom(criteria, bind)}) <= ${maxFewRows}`,
    source: () => facetsSource(dialect, criteria, bind),
  }
  return [...found, chosen, ...missed]
}

/** Otherwise one of many has missed its deadline, and walking finds a page soon. */
function fewMissed(dialect: QueryDialect, criteria: EstimateCriteria, bind: Bind): FewRows {
  const missed = (limit: string) =>
    missedParts(criteria)
      .map((part) => fromSql(dialect, { criteria: part, index: indexFor(part) }, bind))
      .map((from) => `SELECT id FROM (SELECT id ${from}${limit}) AS part`)
      .join(' UNION ALL ')
  return {
    are: () => `(SELECT count(*) FROM (${missed(` LIMIT ${maxFewRows + 1}`)}) AS missed) <= ${maxFewRows}`,
    source: () => ({ from: 'project_estimates', conditions: [`id IN (${missed('')})`] }),
  }
}

/** Each has an index. */
function missedParts(criteria: EstimateCriteria): EstimateCriteria[] {
  const { answered } = criteria
  return answered ? (['late', 'expired'] as const).map((is) => ({ ...criteria, answered: { ...answered, is } })) : []
}

/** Otherwise the order by budget walks its index, where one of many won or lost estimates is never far. */
function fewClosed({ estimatesBy }: QueryDialect, criteria: EstimateCriteria, bind: Bind): FewRows {
  return {
    are: () => `${keptSql(criteria, bind)} <= ${maxFewRows}`,
    source: () => ({ from: estimatesBy('closed'), conditions: [] }),
  }
}

function facetsSource(dialect: QueryDialect, criteria: EstimateCriteria, bind: Bind): RowSource {
  const from = dialect.estimatesByFacets(totalsFrom(criteria, bind))
  return criteria.search ? dialect.search.source(criteria.search, from, bind) : { from, conditions: [] }
}

function fromSource({ criteria, also }: MatchingRows, bind: Bind, { from, conditions }: RowSource): string {
  const meets = isUnfiltered(criteria) ? spamSql.none : criteriaSql(criteria, bind)
  return `FROM ${from} WHERE ${[...conditions, meets, ...(also?.(bind) ?? [])].join(' AND ')}`
}
