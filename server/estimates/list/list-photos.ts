import type { Prisma } from '#prisma/generated/sqlite/client.ts'
import type { Database } from '#server/database/database.ts'
import type { Photo } from '#shared/estimates/photos.ts'

/** The photos among the files of an estimate, in the order in which they were added. */
export const photoFiles = {
  where: { width: { not: null } },
  orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  select: { id: true, name: true, width: true, height: true, createdAt: true },
} satisfies Prisma.StoredFileFindManyArgs

export function readPhotoFiles({ storedFile }: Database['read'], estimateId: string) {
  return storedFile.findMany({ ...photoFiles, where: { ...photoFiles.where, estimateId } })
}

type PhotoFile = Awaited<ReturnType<typeof readPhotoFiles>>[number]

export function toPhotos(files: readonly PhotoFile[]): Photo[] {
  return files.map(({ id, width, height }) => ({ id, width: width ?? 0, height: height ?? 0 }))
}
