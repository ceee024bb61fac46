import { isUnfiltered } from '#server/database/queries/estimate-criteria.ts'
import type { ListWanted } from '#server/database/queries/estimate-list-query.ts'
import { type Queries, queriesOf } from '#server/database/queries/queries.ts'
import { sqliteQueries } from '#server/database/sqlite/queries.ts'
import type { ReaderPool } from './reader-pool.ts'

/** Moves reads that take longer with more estimates. For the others, a message to a process would cost more. */
export function queriesInReaders(own: Queries, readers: Pick<ReaderPool, 'run'>): Queries {
  const pages = queriesOf((query) => readers.run(query, 'page'), sqliteQueries)
  const { report, exportEstimates } = queriesOf((query) => readers.run(query, 'long'), sqliteQueries)
  return {
    ...own,
    listEstimates: (wanted) => (endsAtLimit(wanted) ? own : pages).listEstimates(wanted),
    countEstimates: pages.countEstimates,
    today: pages.today,
    digest: pages.digest,
    report,
    exportEstimates,
  }
}

/** An index has the rows in this order. */
function endsAtLimit({ criteria, order }: ListWanted): boolean {
  return isUnfiltered(criteria) && (order === 'newest' || order === 'oldest' || order === 'waiting')
}
