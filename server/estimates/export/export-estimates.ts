import { setImmediate as nextTurn } from 'node:timers/promises'
import { addAuditEntry } from '#server/accounts/audit/add-audit-entry.ts'
import type { Clock } from '#server/clock.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import type { ExportedPage } from '#server/database/queries/export-query.ts'
import { filterToCriteria } from '#server/estimates/list/filter-to-criteria.ts'
import { readPage } from '#server/estimates/list/list-estimates.ts'
import type { Actor } from '#server/estimates/timeline/estimate-events.ts'
import { addExport, addExportBatch, newExport } from '#server/estimates/timeline/estimate-exports.ts'
import type { EstimateExportFilter } from '#shared/estimates/estimate-export.ts'
import { byteOrderMark, csvLines } from './csv.ts'
import { exportColumns } from './export-columns.ts'

/** The number of estimates in one read, and in one note for the timelines. */
export const exportBatchSize = 250
/** Writing rows as CSV blocks the thread, so others get their turn after as many. */
const rowsPerTurn = 25

type ExportDeps = {
  readonly database: Pick<Database, 'queries' | 'transaction'>
  readonly clock: Clock
  readonly user: Actor
}

type ExportPart = { readonly csv: Buffer; readonly rows: number }

/**
 * Notes each batch before its rows leave. Reads a batch when the client has taken the one before, so that neither memory nor a
 * connection is held for a slow client.
 *
 * @throws {DatabaseUnavailable} at any part; then the file is incomplete
 */
export async function* exportEstimates(
  { database, clock, user: actor }: ExportDeps,
  { sort, ...filter }: EstimateExportFilter,
): AsyncGenerator<ExportPart> {
  yield { csv: Buffer.from(byteOrderMark + csvLines([exportColumns.map(([heading]) => heading)])), rows: 0 }
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
      const csv = await formatCsv(rows)
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
      yield { csv: Buffer.concat(csv), rows: rows.length }
    }
    cursor = nextCursor
    isFirst = false
  } while (cursor !== null)
}

async function formatCsv(rows: ExportedPage): Promise<Buffer[]> {
  const parts: Buffer[] = []
  for (let start = 0; start < rows.length; start += rowsPerTurn) {
    const some = rows.slice(start, start + rowsPerTurn)
    // A string would keep the pieces it was joined from, and collecting garbage would take twice as long.
    parts.push(Buffer.from(csvLines(some.map((row) => exportColumns.map(([, cell]) => cell(row))))))
    await nextTurn()
  }
  return parts
}

/** The log has no filter, which may quote a visitor. */
async function recordExport(transaction: Transaction, actor: Actor, now: Date): Promise<void> {
  await addAuditEntry(transaction, { kind: 'estimates.exported', actor, now })
}
