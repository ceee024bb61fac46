// A process of its own renders the pages when an administrator publishes: it takes a second of the processor, and as long as the
// photographs take. Reads a RenderTask from its input. What it writes to its errors is the reason why it failed.
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { findPhotos, isUploaded } from '#shared/company-photos.ts'
import type { RenderTask } from '#shared/render-task.ts'
import { convertPhoto } from './convert-photo.ts'
import { flushFile } from './replace-file.ts'

const { company, pagesDir, assetsDir, photosDir }: RenderTask = JSON.parse(await text(process.stdin))

for (const photo of findPhotos(company).filter(isUploaded)) {
  const { width, height, avif, webp } = await convertPhoto(
    await readFile(join(photosDir, photo.file)),
    'photo',
    assetsDir,
  )
  const url = (path: string) => `/assets/${basename(path)}`
  photo.sizes = {
    width,
    height,
    avif: avif.map((file) => `${url(file.path)} ${file.width}w`).join(', '),
    webp: url(webp.path),
  }
}

// Modules read the company as they begin.
globalThis.publishedCompany = company
const { renderCompanyFiles, renderSite } = await import('./render-site.ts')
const rendererDir = dirname(fileURLToPath(import.meta.url))
const template = JSON.parse(await readFile(join(rendererDir, 'site.json'), 'utf8'))
const draft = `${pagesDir}.${process.pid}`
try {
  await mkdir(draft, { recursive: true })
  await renderSite(template, draft, assetsDir)
  await renderCompanyFiles(template, rendererDir, draft)
  // A power failure must not leave a folder in force whose files are empty.
  for (const entry of await readdir(draft, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) await flushFile(join(entry.parentPath, entry.name))
  await rename(draft, pagesDir)
} catch (error) {
  await rm(draft, { recursive: true, force: true })
  throw error
}
