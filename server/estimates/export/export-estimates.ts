import { setImmediate as nextTurn } from 'node:timers/promises'
import { addAuditEntry } from '#server/accounts/audit/add-audit-entry.ts'
import type { Clock } from '#server/clock.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import type { ExportedPage } from '#server/database/queries/export-query.ts'
import { filterToCriteria } from '#server/estimates/list/filter-to-criteria.ts'
import { readPage } from '#server/estimates/list/list-estimates.ts'
import type { Actor } from '#server/estimates/timeline/estimate-events.ts'
import { addExport, addExportBatch, newExport } from '#server/estimates/timeline/estimate-exports.ts'
import type { EstimateExportFilter, ExportFormat } from '#shared/estimates/estimate-export.ts'
import { csvFile } from './csv.ts'
import { exportCells, exportHeadings } from './export-columns.ts'
import type { TableFile } from './table-file.ts'
import { xlsxFile } from './xlsx.ts'

/** The number of estimates in one read, and in one note for the timelines. */
export const exportBatchSize = 250
/** Writing rows blocks the thread, so others get their turn after as many. */
const rowsPerTurn = 25

type ExportDeps = {
  readonly database: Pick<Database, 'queries' | 'transaction'>
  readonly clock: Clock
  readonly user: Actor
}

type ExportPart = { readonly bytes: Buffer; readonly rows: number }

const newFile: Record<ExportFormat, () => TableFile> = { csv: csvFile, xlsx: xlsxFile }

/**
 * Notes each batch before its rows leave. Reads a batch when the client has taken the one before, so that neither memory nor a
 * connection is held for a slow client.
 *
 * @throws {DatabaseUnavailable} at any part; then the file is incomplete
 */
export async function* exportEstimates(
  { database, clock, user: actor }: ExportDeps,
  { sort, format = 'csv', ...filter }: EstimateExportFilter,
): AsyncGenerator<ExportPart> {
  const file = newFile[format]()
  yield { bytes: file.begin(exportHeadings), rows: 0 }
  // Overdue means overdue at the start.
  const startedAt = clock.now()
  const criteria = filterToCriteria(filter, startedAt, actor.id)
  const exported = newExport(actor, startedAt)
  const readFrom = (cursor: string | null) =>
    readPage({ sort, limit: exportBatchSize, cursor }, (part) =>
      database.queries.exportEstimates({ criteria, ...part }),
    )

  let cursor: string | null = null
  let isFirst = true
  do {
    const { rows, nextCursor }: Awaited<ReturnType<typeof readFrom>> = await readFrom(cursor)
    if (rows.length > 0) {
      const parts = await formatRows(rows, file)
      const addsExport = isFirst
      await database.transaction(async (transaction) => {
        if (addsExport) await addExport(transaction, exported)
        if (addsExport) await recordExport(transaction, actor, startedAt)
        await addExportBatch(
          transaction,
          exported,
          rows.map(({ estimate }) => estimate.id),
        )
      })
      yield { bytes: Buffer.concat(parts), rows: rows.length }
    }
    cursor = nextCursor
    isFirst = false
  } while (cursor !== null)
  const bytes = file.end()
  if (bytes.length > 0) yield { bytes, rows: 0 }
}

async function formatRows(rows: ExportedPage, file: TableFile): Promise<Buffer[]> {
  const parts: Buffer[] = []
  for (let start = 0; start < rows.length; start += rowsPerTurn) {
    const some = rows.slice(start, start + rowsPerTurn)
    parts.push(file.rows(some.map(exportCells)))
    await nextTurn()
  }
  return parts
}

/** The log has no filter, which may quote a visitor. */
async function recordExport(transaction: Transaction, actor: Actor, now: Date): Promise<void> {
  await addAuditEntry(transaction, { kind: 'estimates.exported', actor, now })
}
