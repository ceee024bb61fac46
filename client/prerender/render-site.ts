import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { company } from '#shared/company.ts'
import type { Company } from '#shared/company-schema.ts'
import { type Page, serviceRoute } from '#shared/pages.ts'
import { fileForHint, sessionHints } from '#shared/session-hint.ts'
import { shareImage } from '#shared/site-images.ts'
import { jsonForScript } from '#shared/structured-data.ts'
import { ownStyles, pages, renderPage } from '../entry-prerender.tsx'
import { compressFile } from './compressed-siblings.ts'
import { prepareDrawing } from './draw-png.ts'
import { fillPageTemplate, type PageAssets, withSessionHint } from './page-template.ts'
import { flushFile } from './replace-file.ts'
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
  const variants = pages.flatMap((page: Page) => [
    { page, url: page.path, file: page.file },
    ...(page.bySearch
      ? [{ page, url: `${page.path}?${page.bySearch.name}=${page.bySearch.value}`, file: page.bySearch.file }]
      : []),
  ])
  for (const { page, url, file: name } of variants) {
    const found = template.pages[page.service ? serviceRoute : page.path]
    if (!found) throw new Error(`The build has no files for ${page.path}.`)
    const companyScript = await writeCompanyScript(assetsDir, page)
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

/**
 * What anybody may read: nothing that is off the site or proves what stands there. Of the services' pages, whose texts are long,
 * only the page itself has its own.
 */
function companyForPage({ service: own }: Page): Company {
  const claims = Object.entries(company.claims).map(([name, { figure, sentence, isHidden }]) => [
    name,
    isHidden ? { figure: '', sentence: '', isHidden } : { figure, sentence },
  ])
  return {
    ...company,
    reviewLink: undefined,
    claims: Object.fromEntries(claims),
    services: company.services.map((service) =>
      service.page && service !== own ? { ...service, page: { text: '', questions: [] } } : service,
    ),
    testimonials: company.testimonials.map(({ consentOn: _consentOn, ...testimonial }) => testimonial),
  }
}

/** @returns its path from the site's root */
async function writeCompanyScript(assetsDir: string, page: Page): Promise<string> {
  const script = `globalThis.publishedCompany=${jsonForScript(companyForPage(page))}`
  const digest = createHash('sha256').update(script).digest('base64url').replace(/[-_]/g, '').slice(0, 8)
  const name = `company-${digest}.js`
  // Most pages share one.
  if (!existsSync(join(assetsDir, name))) {
    await mkdir(assetsDir, { recursive: true })
    const draft = join(assetsDir, `${name}.${process.pid}`)
    // The script comes last: where it is, all of it is, whenever a process was ended.
    const ends = ['.br', '.gz', '']
    try {
      await writeFile(draft, script)
      await compressFile(draft)
      for (const end of ends) {
        if (!existsSync(draft + end)) continue
        await flushFile(draft + end)
        await rename(draft + end, join(assetsDir, name + end))
      }
    } finally {
      for (const end of ends) await rm(draft + end, { force: true })
    }
  }
  return `assets/${name}`
}
