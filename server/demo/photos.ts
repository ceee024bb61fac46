import sharp from 'sharp'
import type { NewEstimate, Transaction } from '#server/database/database.ts'
import { smallPhotoSide } from '#shared/estimates/photos.ts'
import { type DrawingName, drawings, shown } from './drawings.ts'

type StoredPhoto = Parameters<Transaction['storedFile']['create']>[0]['data'] & {
  readonly id: string
  readonly estimateId: string
  readonly drawing: DrawingName
}

/** Every third request with a description has photos: one, or up to as many as there are of its type. */
export function demoPhotos(requests: readonly NewEstimate[]): StoredPhoto[] {
  return requests
    .filter(({ projectDescription }) => projectDescription)
    .filter((_, index) => index % 3 === 0)
    .flatMap(({ id, projectType, createdAt }, place) => {
      const names: readonly DrawingName[] = Object.entries(shown).find(([type]) => type === projectType)?.[1] ?? [
        'plan',
      ]
      return names.slice(0, 1 + (place % names.length)).map((drawing, index) => {
        const { width, height } = drawings[drawing]
        const name = `photo-${index + 1}.jpg`
        const stored = { estimateId: id, name, type: 'image/jpeg', width, height, createdAt }
        return { ...stored, id: `${id.slice(0, -2)}${String(index).padStart(2, '0')}`, drawing }
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
