import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { company } from '#shared/company.ts'
import { type Page, serviceRoute } from '#shared/pages.ts'
import { fileForHint, sessionHints } from '#shared/session-hint.ts'
import { shareImage } from '#shared/site-images.ts'
import { jsonForScript } from '#shared/structured-data.ts'
import { ownStyles, pages, renderPage } from '../entry-prerender.tsx'
import { compressFile } from './compressed-siblings.ts'
import { prepareDrawing } from './draw-png.ts'
import { fillPageTemplate, type PageAssets, withSessionHint } from './page-template.ts'
import { drawShareImage, type ShareArt } from './share-image.ts'
import { staffManifest, webManifest } from './site-icons.ts'

/** What the build knows of the browser's files: the page around the content, and by path what each page loads. */
export type SiteTemplate = {
  readonly art: ShareArt
  readonly html: string
  readonly pages: Readonly<Record<string, { readonly assets: Omit<PageAssets, 'company'>; readonly css: string }>>
}

export { pages }

/**
 * Writes all pages as the company in force has them.
 *
 * @param pagesDir gets the pages
 * @param assetsDir gets the script that tells the browser's scripts of the company
 */
export async function renderSite(template: SiteTemplate, pagesDir: string, assetsDir: string): Promise<void> {
  const companyScript = await writeCompanyScript(assetsDir)
  const variants = pages.flatMap((page: Page) => [
    { page, url: page.path, file: page.file },
    ...(page.bySearch
      ? [{ page, url: `${page.path}?${page.bySearch.name}=${page.bySearch.value}`, file: page.bySearch.file }]
      : []),
  ])
  for (const { page, url, file: name } of variants) {
    const found = template.pages[page.service ? serviceRoute : page.path]
    if (!found) throw new Error(`The build has no files for ${page.path}.`)
    for (const session of sessionHints) {
      const html = fillPageTemplate(template.html, page, {
        assets: { ...found.assets, company: companyScript },
        css: found.css + (ownStyles[page.path] ?? ''),
        markup: await renderPage(url, session),
      })
      const file = join(pagesDir, fileForHint(name, session))
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, withSessionHint(html, session))
    }
  }
}

/**
 * Writes what else names the company. A build has these files from `npm run icons`.
 *
 * @param rendererDir has the fonts and the code of the drawing library
 */
export async function renderCompanyFiles({ art }: SiteTemplate, rendererDir: string, pagesDir: string): Promise<void> {
  const read = (name: string) => readFile(join(rendererDir, name))
  prepareDrawing(await read('resvg.wasm'))
  const picture = await drawShareImage(art, await Promise.all([read('share-font-0.ttf'), read('share-font-1.ttf')]))
  await writeFile(join(pagesDir, shareImage.path), picture)
  await writeFile(join(pagesDir, 'site.webmanifest'), webManifest())
  await writeFile(join(pagesDir, 'staff.webmanifest'), staffManifest())
}

/** @returns its path from the site's root */
async function writeCompanyScript(assetsDir: string): Promise<string> {
  const script = `globalThis.publishedCompany=${jsonForScript(company)}`
  const digest = createHash('sha256').update(script).digest('base64url').replace(/[-_]/g, '').slice(0, 8)
  const name = `company-${digest}.js`
  await mkdir(assetsDir, { recursive: true })
  await writeFile(join(assetsDir, name), script)
  await compressFile(join(assetsDir, name))
  return `assets/${name}`
}
