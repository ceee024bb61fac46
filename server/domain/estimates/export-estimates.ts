import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '#server/clock.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import type { ExportedPage } from '#server/database/queries/export-query.ts'
import { addAuditEntry } from '#server/domain/audit/add-audit-entry.ts'
import type { EstimateExportFilter } from '#shared/estimates/estimate-export.ts'
import { byteOrderMark, csvLines } from './csv.ts'
import type { Actor } from './estimate-events.ts'
import { addExport, addExportBatch, newExport } from './estimate-exports.ts'
import { exportColumns } from './export-columns.ts'
import { filterToCriteria } from './filter-to-criteria.ts'
import { readPage } from './list-page.ts'

/** Estimates of one read. */
export const exportReadSize = 100
/** Writing rows as CSV blocks the thread, so others get their turn after as many. */
const rowsPerTurn = 25
/** On SQLite, everyone waits while a note goes to the disk, so larger batches mean fewer waits. */
export const exportBatchSize = 5 * exportReadSize

type ExportDeps = {
  readonly database: Pick<Database, 'queries' | 'transaction'>
  readonly clock: Clock
  readonly user: Actor
}

type ExportPart = { readonly csv: Buffer; readonly rows: number }

/**
 * Notes each batch before its rows leave. Reads a batch when the client has taken the one before, so that neither memory nor a
 * connection is held for a slow client. Others go on during each read. The first batch is one read, so that the file begins early.
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
    readPage({ sort, limit: exportReadSize, cursor }, (part) => database.queries.exportEstimates({ criteria, ...part }))

  let cursor: string | null = null
  let isFirst = true
  do {
    const ids: string[] = []
    const csv: Buffer[] = []
    do {
      const { rows, nextCursor }: Awaited<ReturnType<typeof readFrom>> = await readFrom(cursor)
      csv.push(...(await csvOf(rows)))
      ids.push(...rows.map(({ estimate }) => estimate.id))
      cursor = nextCursor
    } while (cursor !== null && !isFirst && ids.length < exportBatchSize)
    if (ids.length > 0) {
      const addsExport = isFirst
      await database.transaction(async (transaction) => {
        if (addsExport) await addExport(transaction, exported)
        if (addsExport) await recordExport(transaction, actor, startedAt)
        await addExportBatch(transaction, exported, ids)
      })
      yield { csv: Buffer.concat(csv), rows: ids.length }
    }
    isFirst = false
  } while (cursor !== null)
}

async function csvOf(rows: ExportedPage): Promise<Buffer[]> {
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
