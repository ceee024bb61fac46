import type { Clock } from '#server/clock.ts'
import { byteOrderMark, csvLine } from '#server/csv.ts'
import type { Database } from '#server/database/database.ts'
import type { ListedEstimate } from '#server/database/listed-estimate.ts'
import type { EstimateFilter, EstimateSort } from '#shared/estimate-list.ts'
import { type Actor, newEvent } from './estimate-events.ts'
import { type ExportedEstimate, exportColumns } from './export-columns.ts'
import { listEstimates } from './list-estimates.ts'

/** So many requests are read, noted and written at a time: enough to be quick, few enough to hold nobody up. */
export const exportBatchSize = 500

type ExportDeps = {
  readonly database: Pick<Database, 'queries' | 'transaction'>
  readonly clock: Clock
  readonly user: Actor
}

/** Which requests, in the order of the list. */
export type ExportFilter = EstimateFilter & { readonly sort: EstimateSort }

/** A part of the file, and how many requests are in it. */
type ExportPart = { readonly csv: string; readonly rows: number }

/**
 * The requests as a CSV file, part by part, the headings first. Each request that leaves gets an entry in its timeline
 * before it does: what was not noted is not handed out.
 *
 * @throws {DatabaseUnavailable} at any part; the file is not whole then
 */
export async function* exportEstimates(deps: ExportDeps, filter: ExportFilter): AsyncGenerator<ExportPart> {
  yield { csv: byteOrderMark + csvLine(exportColumns.map(([heading]) => heading)), rows: 0 }
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof listEstimates>> = await listEstimates(deps, {
      ...filter,
      limit: exportBatchSize,
      cursor,
    })
    if (page.items.length > 0) yield await exportPart(deps, page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
}

async function exportPart({ database, clock, user: actor }: ExportDeps, items: readonly ListedEstimate[]) {
  const at = clock.now()
  const change = { kind: 'exported' } as const
  const events = items.map(({ id: estimateId }) => newEvent({ estimateId, actor, at, change }))
  await database.transaction((_transaction, statements) => statements.insertEvents(events))

  const found = await database.queries.exportDetails(items.map(({ id }) => id))
  const byId = new Map(found.map((details) => [details.id, details]))
  const lines = items.flatMap((estimate) => {
    // A request that was erased in the meantime has none, and does not leave any more.
    const details = byId.get(estimate.id)
    return details ? [exportLine({ estimate, details })] : []
  })
  return { csv: lines.join(''), rows: lines.length }
}

function exportLine(exported: ExportedEstimate): string {
  return csvLine(exportColumns.map(([, cell]) => cell(exported)))
}
