import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { createPhotoReader, photoLimits } from '#server/estimates/photos/read-photo.ts'
import { photoProblems } from '#shared/estimates/photos.ts'
import {
  bomb,
  cameraPhoto,
  manyFrames,
  notPhotos,
  photoShapes,
  planted,
} from '#tests/support/estimates/photo-fixtures.ts'

const reader = createPhotoReader()
afterAll(() => reader.close())

async function colorAt(photo: Buffer, left: number, top: number): Promise<'red' | 'blue' | 'another'> {
  const { data } = await sharp(photo)
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [red = 0, green = 0, blue = 0] = data
  if (green > 120) return 'another'
  if (red > 150 && blue < 110) return 'red'
  return blue > 120 && red < 110 ? 'blue' : 'another'
}

describe('a photo', () => {
  test.each(Object.entries(photoShapes))('%s becomes two JPEGs, upright and without a word', async (name, make) => {
    const made = await make()
    expect(made.includes(planted)).toBe(!name.startsWith('animated'))
    const { width, height, small, bytes } = await reader.read(made)
    expect({ width, height }).toEqual({ width: 300, height: 200 })
    for (const stored of [small, bytes]) {
      const { format, exif, icc, xmp, iptc, orientation, space } = await sharp(stored).metadata()
      expect({ format, exif, icc, xmp, iptc, orientation, space }).toEqual({ format: 'jpeg', space: 'srgb' })
      expect(stored.includes(planted) || stored.includes('GPS') || stored.includes('script')).toBe(false)
      expect(await colorAt(stored, 40, 30)).toBe('red')
      for (const [left, top] of [
        [260, 30],
        [40, 170],
        [260, 170],
      ] as const)
        expect(await colorAt(stored, left, top)).toBe('blue')
    }
  })

  test('of a large sensor is made smaller', async () => {
    const large = await sharp({ create: { width: 3000, height: 4000, channels: 3, background: '#888' } })
      .jpeg()
      .toBuffer()
    const { width, height, small, bytes } = await reader.read(large)
    expect({ width, height }).toEqual({ width: 1920, height: 2560 })
    expect(await sharp(bytes).metadata()).toMatchObject({ width, height })
    expect(await sharp(small).metadata()).toMatchObject({ width: 480, height: 640 })
  })

  test('may have 50 megapixels, and no more', async () => {
    await expect(reader.read(await bomb(7_000))).resolves.toMatchObject({ width: 2560 })
    await expect(reader.read(await bomb(8_000))).rejects.toThrow(photoProblems.tooManyPixels)
  })
})

test.each([
  'an SVG',
  'a PDF',
  'a PDF with a JPEG inside',
  'a page',
  'a page that begins like a GIF',
  'a TIFF',
  'an iPhone’s own format',
  'half a JPEG',
  'the head of a JPEG',
  'nothing',
])('%s is refused with the formats that work', async (name) => {
  const file = notPhotos(await cameraPhoto())[name]
  await expect(reader.read(file ?? Buffer.from('missing'))).rejects.toThrow(photoProblems.unreadable)
})

test('10,000 frames are refused', async () => {
  await expect(reader.read(await manyFrames(10_000))).rejects.toThrow(photoProblems.unreadable)
  await expect(reader.read(await manyFrames(20))).resolves.toMatchObject({ width: 1 })
})

test.each([
  ['memory', { maxBytes: 50 * 1024 * 1024 }],
  ['processor time', { maxCpuMs: 100 }],
])('B16 a photo that takes too much %s is refused', async (_what, limit) => {
  const strict = createPhotoReader({ ...photoLimits, ...limit })
  await expect(strict.read(await bomb(5_000))).rejects.toThrow(photoProblems.unreadable)
})

test('B16 at most two photos are read at a time', async () => {
  const isOver = new AbortController()
  const processes: number[] = []
  const count = async () => {
    while (!isOver.signal.aborted) {
      processes.push(process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  const counting = count()
  await Promise.all(Array.from({ length: 5 }, async () => reader.read(await cameraPhoto())))
  isOver.abort()
  await counting
  expect(Math.max(...processes)).toBe(2)
})

test('closing ends what is being read', async () => {
  const other = createPhotoReader()
  const reading = other.read(await bomb(7_000))
  await new Promise((resolve) => setTimeout(resolve, 50))
  other.close()
  await expect(reading).rejects.toThrow(photoProblems.unavailable)
  await expect(other.read(await cameraPhoto())).rejects.toThrow(photoProblems.unavailable)
})
