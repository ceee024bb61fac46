import sharp from 'sharp'
import { v4 as uuid } from 'uuid'
import type { NewEstimate, Transaction } from '#server/database/database.ts'
import { photoFileName, smallPhotoSide } from '#shared/estimates/photos.ts'
import { type DrawingName, drawings, shown } from './drawings.ts'
import { SeededRandom } from './random.ts'

type StoredPhoto = Parameters<Transaction['storedFile']['create']>[0]['data'] & {
  readonly id: string
  readonly estimateId: string
  readonly drawing: DrawingName
}

/** Every fourth request with a description has photos: one, or up to as many as there are of its type. */
export function demoPhotos(requests: readonly NewEstimate[], random = new SeededRandom(640)): StoredPhoto[] {
  return requests
    .filter(({ projectDescription }) => projectDescription)
    .filter((_, index) => index % 4 === 0)
    .flatMap(({ id: estimateId, projectType, createdAt }, place) => {
      const names: readonly DrawingName[] = Object.entries(shown).find(([type]) => type === projectType)?.[1] ?? [
        'plan',
      ]
      return names.slice(0, 1 + (place % names.length)).map((drawing, index) => {
        const { width, height } = drawings[drawing]
        const id = uuid({ random: random.bytes(16) })
        const name = photoFileName(id)
        const at = new Date(createdAt.getTime() + index)
        return { id, estimateId, name, type: 'image/jpeg', width, height, createdAt: at, drawing }
      })
    })
}

/** Stores photos with their pictures, each of which is drawn once. */
export async function addDemoPhotos(
  { storedFile, fileContent }: Transaction,
  photos: readonly StoredPhoto[],
): Promise<void> {
  await storedFile.createMany({ data: photos.map(({ drawing: _, ...stored }) => stored) })
  for (const name of new Set(photos.map(({ drawing }) => drawing))) {
    const pictures = await draw(name)
    const ofDrawing = photos.filter(({ drawing }) => drawing === name)
    await fileContent.createMany({ data: ofDrawing.map(({ id }) => ({ fileId: id, ...pictures })) })
  }
}

async function draw(name: DrawingName) {
  const picture = sharp(Buffer.from(drawings[name].svg)).jpeg({ quality: 80 })
  const small = picture.clone().resize(smallPhotoSide, smallPhotoSide, { fit: 'inside' })
  const [bytes, smaller] = await Promise.all([picture.toBuffer(), small.toBuffer()])
  return { bytes: new Uint8Array(bytes), small: new Uint8Array(smaller) }
}
