import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { EstimateExportFilter } from '#shared/estimates/estimate-export.ts'
import { byteOrderMark, csvLines } from './csv.ts'
import { type Actor, addEventToAll } from './estimate-events.ts'
import { exportColumns } from './export-columns.ts'
import { filterToCriteria } from './filter-to-criteria.ts'
import { readPage } from './list-page.ts'

/**
 * So many requests are read, noted and written at a time. On SQLite each of the three holds the event loop for 5 to 15 ms
 * then, most of which it takes for fewer requests as well.
 */
export const exportBatchSize = 100

/** A turn of the event loop accepts one new connection, and answering it takes another one or two. */
const turnsForOthers = 10

type ExportDeps = {
  readonly database: Pick<Database, 'queries' | 'transaction'>
  readonly clock: Clock
  readonly user: Actor
}

/** A part of the file, and how many requests are in it. */
type ExportPart = { readonly csv: string; readonly rows: number }

/**
 * The requests as a CSV file, part by part, the headings first. Each request that leaves gets an entry in its timeline
 * before it does: what was not noted is not handed out. Between reading, noting and writing, others have their turn of
 * the event loop: SQLite answers without one, and so does a client that takes all that there is.
 *
 * @throws {DatabaseUnavailable} at any part; the file is not whole then
 */
export async function* exportEstimates(
  { database, clock, user: actor }: ExportDeps,
  { sort, ...filter }: EstimateExportFilter,
): AsyncGenerator<ExportPart> {
  yield { csv: byteOrderMark + csvLines([exportColumns.map(([heading]) => heading)]), rows: 0 }
  // What is overdue when it begins is what the file has.
  const criteria = filterToCriteria(filter, clock.now())
  const batchFrom = (cursor: string | null) =>
    readPage({ sort, limit: exportBatchSize, cursor }, (part) =>
      database.queries.exportEstimates({ criteria, ...part }),
    )

  let cursor: string | null = null
  do {
    const { rows, nextCursor }: Awaited<ReturnType<typeof batchFrom>> = await batchFrom(cursor)
    await letOthersGo()
    if (rows.length > 0) {
      const estimateIds = rows.map(({ estimate }) => estimate.id)
      const made = { actor, at: clock.now(), change: { kind: 'exported' } } as const
      await database.transaction((_transaction, statements) => addEventToAll(statements, { estimateIds, ...made }))
      await letOthersGo()
      yield { csv: csvLines(rows.map((row) => exportColumns.map(([, cell]) => cell(row)))), rows: rows.length }
      await letOthersGo()
    }
    cursor = nextCursor
  } while (cursor !== null)
}

async function letOthersGo(): Promise<void> {
  for (let turn = 0; turn < turnsForOthers; turn++) await nextTurn()
}
