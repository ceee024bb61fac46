import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { company } from '#shared/company.ts'
import { drawShareImage } from '../../client/prerender/share-image.ts'
import { shareImageText } from '../../client/prerender/share-image-text.ts'
import { icoFile, webManifest } from '../../client/prerender/site-icons.ts'
import { publicFolder, readShareFonts } from '../../scripts/icons/share-art.ts'
import { drawSiteImages } from '../../scripts/icons/site-images.ts'

it('describes the share image with the company name and license number', () => {
  expect(shareImageText).toContain(company.name)
  expect(shareImageText).toContain(company.license.number)
})

describe('icons and share image', () => {
  let images: Record<string, Buffer | string>
  beforeAll(async () => {
    images = await drawSiteImages()
  })

  it('the committed files are those that `npm run icons` draws from the company file and the drawings', () => {
    expect(readdirSync(publicFolder).sort()).toEqual(
      [
        'favicon.svg',
        'request-opened.js',
        'staff-worker.js',
        ...Object.keys(images).map((path) => path.slice(1)),
      ].sort(),
    )
    for (const [path, content] of Object.entries(images))
      expect(readFileSync(join(publicFolder, path)).equals(Buffer.from(content)), path).toBe(true)
  })

  it('every icon is below 20 kB and the share image below 300 kB', () => {
    for (const [path, { length }] of Object.entries(images))
      expect(length, path).toBeLessThan(path === '/share-image.png' ? 300_000 : 20_000)
  })

  it('the share image has its texts drawn in the fonts of the packages, not of the machine', async () => {
    const empty = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
    // Plain areas alone would be a few kilobytes.
    expect((await drawShareImage({ icon: empty, skyline: empty }, await readShareFonts())).length).toBeGreaterThan(
      20_000,
    )
  })

  it('every icon that the web manifest names exists', () => {
    const { icons, short_name }: { icons: { src: string }[]; short_name: string } = JSON.parse(webManifest())
    for (const { src } of icons) expect(images).toHaveProperty([src])
    expect(short_name.length).toBeLessThanOrEqual(12)
  })
})

it('an .ico file points at each of its pictures', () => {
  const pictures = [
    { size: 32, png: Buffer.from('first') },
    { size: 48, png: Buffer.from('second one') },
  ]
  const file = icoFile(pictures)
  expect([file.readUInt16LE(0), file.readUInt16LE(2), file.readUInt16LE(4)]).toEqual([0, 1, 2])
  for (const [index, { size, png }] of pictures.entries()) {
    const entry = file.subarray(6 + index * 16, 6 + (index + 1) * 16)
    expect([entry.readUInt8(0), entry.readUInt8(1)]).toEqual([size, size])
    const start = entry.readUInt32LE(12)
    expect(file.subarray(start, start + entry.readUInt32LE(8))).toEqual(png)
  }
})
