import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { temporaryFolder } from '#tests/support/server/server-process.ts'
import { photos } from '../../scripts/vite/photos.ts'

const folder = temporaryFolder('photos')
afterAll(() => folder.remove())

/** Low, because AVIF takes its time for each pixel. */
const drawPhoto = (name: string, width: number) =>
  sharp({ create: { width, height: 10, channels: 3, background: '#c96' } })
    .jpeg()
    .toFile(join(folder.path, name))

type Load = (this: { addWatchFile(path: string): void }, id: string) => Promise<string>

it('a photograph is offered in the widths that are smaller than it, and a small one as wide as it is', async () => {
  await drawPhoto('large.jpg', 2400)
  await drawPhoto('small.jpg', 300)
  const load = photos(folder.path).load as Load
  const module = await load.call({ addWatchFile: () => undefined }, '\0virtual:photos')
  const listFiles = (name: string) =>
    new Set(Array.from(module.matchAll(new RegExp(`/${name}-\\w{8}-(\\d+\\.\\w+)"`, 'g')), ([, file]) => file))
  expect(listFiles('large')).toEqual(
    new Set(['240.avif', '480.avif', '720.avif', '1080.avif', '1600.avif', '720.webp']),
  )
  expect(listFiles('small')).toEqual(new Set(['240.avif', '300.avif', '300.webp']))
})
