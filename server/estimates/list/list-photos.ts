import type { Prisma } from '#prisma/generated/sqlite/client.ts'
import type { Database } from '#server/database/database.ts'
import type { Photo } from '#shared/estimates/photos.ts'

/** Finds an estimate's photos, in the order in which they were added. */
export function photosOf(estimateId: string) {
  return {
    where: { estimateId, width: { not: null } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  } satisfies Prisma.StoredFileFindManyArgs
}

export async function readPhotos({ storedFile }: Database['read'], estimateId: string): Promise<Photo[]> {
  const files = await storedFile.findMany({
    ...photosOf(estimateId),
    select: { id: true, width: true, height: true },
  })
  return files.map(({ id, width, height }) => ({ id, width: width ?? 0, height: height ?? 0 }))
}
