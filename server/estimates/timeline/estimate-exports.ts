import { v7 as newId } from 'uuid'
import type { EstimateExport } from '#prisma/generated/sqlite/client.ts'
import type { ReadClient, Transaction } from '#server/database/database.ts'
import type { TimelineEvent } from '#shared/estimates/estimate-work.ts'
import { type Actor, getActor } from './estimate-events.ts'

export function newExport({ id: actorId, email: actorEmail, name: actorName = null }: Actor, at: Date): EstimateExport {
  return { id: newId({ msecs: at.getTime() }), actorId, actorEmail, actorName, at }
}

export async function addExport({ estimateExport }: Transaction, exported: EstimateExport): Promise<void> {
  await estimateExport.create({ data: exported })
}

/** @param estimateIds at least one */
export async function addExportBatch(
  { estimateExportBatch }: Transaction,
  { id: exportId }: EstimateExport,
  estimateIds: readonly string[],
): Promise<void> {
  const sorted = estimateIds.toSorted()
  const [firstId = '', lastId = firstId] = [sorted.at(0), sorted.at(-1)]
  await estimateExportBatch.create({ data: { id: newId(), exportId, firstId, lastId, estimateIds: sorted.join() } })
}

/** Older exports are events; see estimate-events.ts. */
export async function readExports(
  { estimateExport }: Pick<ReadClient, 'estimateExport'>,
  estimateId: string,
): Promise<TimelineEvent[]> {
  const exports = await estimateExport.findMany({
    where: {
      batches: {
        some: { firstId: { lte: estimateId }, lastId: { gte: estimateId }, estimateIds: { contains: estimateId } },
      },
    },
    orderBy: { id: 'asc' },
  })
  return exports.map(({ id, at, ...actor }) => ({ id, at: at.toISOString(), by: getActor(actor), kind: 'exported' }))
}
