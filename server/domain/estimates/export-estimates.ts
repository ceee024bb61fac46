import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { EstimateExportFilter } from '#shared/estimates/estimate-export.ts'
import { byteOrderMark, csvLines } from './csv.ts'
import { type Actor, addEventToAll } from './estimate-events.ts'
import { exportColumns } from './export-columns.ts'
import { filterToCriteria } from './filter-to-criteria.ts'
import { readPage } from './list-page.ts'

/** On SQLite, reading a batch, logging it and writing it each block the event loop for 5 to 15 ms; smaller ones hardly less. */
export const exportBatchSize = 100

/** A turn of the event loop accepts one connection; its response takes one or two more. */
const turnsForOthers = 10

type ExportDeps = {
  readonly database: Pick<Database, 'queries' | 'transaction'>
  readonly clock: Clock
  readonly user: Actor
}

/** A part of the file, and how many requests are in it. */
type ExportPart = { readonly csv: string; readonly rows: number }

/**
 * A CSV file in parts, the headings first. Each estimate gets an event in its timeline before it is handed out. Between
 * the steps it yields to the event loop, since neither SQLite nor a fast client does.
 *
 * @throws {DatabaseUnavailable} at any part; then the file is incomplete
 */
export async function* exportEstimates(
  { database, clock, user: actor }: ExportDeps,
  { sort, ...filter }: EstimateExportFilter,
): AsyncGenerator<ExportPart> {
  yield { csv: byteOrderMark + csvLines([exportColumns.map(([heading]) => heading)]), rows: 0 }
  // Overdue means overdue at the start of the export.
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
