import { beforeAll, describe, expect, it } from 'vitest'
import { company } from '#shared/company.ts'
import { pageMetadata } from '../../scripts/vite/page-metadata.ts'
import { drawShareImage, shareImageText } from '../../scripts/vite/share-image.ts'
import { icoFile, webManifest } from '../../scripts/vite/site-icons.ts'
import { makeSiteImages } from '../../scripts/vite/site-images.ts'

const page = { path: '/a', file: 'a.html', title: 'Kitchens & "baths"', description: 'All <five> of them' }

describe("a page's metadata", () => {
  it('has text escaped', () => {
    const tags = pageMetadata(page)
    expect(tags).toContain('<meta property="og:title" content="Kitchens &amp; &quot;baths&quot;">')
    expect(tags).toContain('<meta name="twitter:description" content="All &lt;five&gt; of them">')
  })

  it('gives a page that is left out of searches no address', () => {
    const tags = pageMetadata({ ...page, noindex: true })
    expect(tags).toContain('<meta name="robots" content="noindex">')
    expect(tags).not.toMatch(/canonical|og:url/)
  })

  it('describes the share image by what it says', () => {
    expect(shareImageText).toContain(company.name)
    expect(shareImageText).toContain(company.license.number)
  })
})

describe('the pictures of a build', () => {
  let images: Record<string, Buffer | string>
  beforeAll(async () => {
    images = await makeSiteImages()
  })

  it('are small enough to be fetched for a link', () => {
    const bytes = Object.entries(images).map(([path, content]) => [path, content.length] as const)
    for (const [path, size] of bytes) expect(size, path).toBeLessThan(path === '/share-image.png' ? 300_000 : 20_000)
  })

  it('have their texts drawn, in fonts of the package and not of the machine', async () => {
    const empty = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
    // A few plain areas are a few kilobytes.
    expect((await drawShareImage(empty, empty)).length).toBeGreaterThan(20_000)
  })

  it('include every icon of the manifest', () => {
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
