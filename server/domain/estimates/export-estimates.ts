import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { EstimateExportFilter } from '#shared/estimates/estimate-export.ts'
import { byteOrderMark, csvLines } from './csv.ts'
import type { Actor } from './estimate-events.ts'
import { addExport, addExportBatch, newExport } from './estimate-exports.ts'
import { exportColumns } from './export-columns.ts'
import { filterToCriteria } from './filter-to-criteria.ts'
import { readPage } from './list-page.ts'

/** On SQLite, noting a batch blocks the event loop; smaller batches save little. */
export const exportBatchSize = 100

type ExportDeps = {
  readonly database: Pick<Database, 'queries' | 'transaction'>
  readonly clock: Clock
  readonly user: Actor
}

type ExportPart = { readonly csv: string; readonly rows: number }

/**
 * Notes each batch before its rows leave. Reads a batch when the client has taken the one before, so that neither memory nor a
 * connection is held for a slow client. Others go on while each batch is read.
 *
 * @throws {DatabaseUnavailable} at any part; then the file is incomplete
 */
export async function* exportEstimates(
  { database, clock, user: actor }: ExportDeps,
  { sort, ...filter }: EstimateExportFilter,
): AsyncGenerator<ExportPart> {
  yield { csv: byteOrderMark + csvLines([exportColumns.map(([heading]) => heading)]), rows: 0 }
  // Overdue means overdue at the start.
  const startedAt = clock.now()
  const criteria = filterToCriteria(filter, startedAt)
  const exported = newExport(actor, startedAt)
  const batchFrom = (cursor: string | null) =>
    readPage({ sort, limit: exportBatchSize, cursor }, (part) =>
      database.queries.exportEstimates({ criteria, ...part }),
    )

  let cursor: string | null = null
  do {
    const { rows, nextCursor }: Awaited<ReturnType<typeof batchFrom>> = await batchFrom(cursor)
    if (rows.length > 0) {
      const estimateIds = rows.map(({ estimate }) => estimate.id)
      const isFirst = cursor === null
      await database.transaction(async (transaction) => {
        if (isFirst) await addExport(transaction, exported)
        await addExportBatch(transaction, exported, estimateIds)
      })
      yield { csv: csvLines(rows.map((row) => exportColumns.map(([, cell]) => cell(row)))), rows: rows.length }
    }
    cursor = nextCursor
  } while (cursor !== null)
}
