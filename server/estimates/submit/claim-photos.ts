import type { Transaction } from '#server/database/database.ts'
import { maxPhotos } from '#shared/estimates/photos.ts'

/**
 * Gives the photos of a form to its estimate.
 *
 * @param wanted the ids that the form names. Others were removed from it.
 */
export async function claimPhotos(
  { storedFile }: Transaction,
  requestKey: string,
  estimateId: string,
  wanted: readonly string[],
): Promise<void> {
  const photos = await storedFile.count({ where: { estimateId, width: { not: null } } })
  await storedFile.updateMany({
    where: { id: { in: wanted.slice(0, Math.max(0, maxPhotos - photos)) }, requestKey },
    data: { estimateId, requestKey: null },
  })
}
