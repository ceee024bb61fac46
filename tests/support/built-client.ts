import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { notFoundPage, sitePages } from '#shared/pages.ts'
import { fileForHint, sessionHints } from '#shared/session-hint.ts'
import { fillPageTemplate, withSessionHint } from '../../scripts/vite/page-template.ts'
import { makeSiteImages } from '../../scripts/vite/site-images.ts'

const template = fileURLToPath(new URL('../../client/index.html', import.meta.url))

/** Writes the pages with the heads that a build gives them, without their content, and the pictures of a build. */
export async function writeBuiltClient(clientDir: string): Promise<void> {
  const html = await readFile(template, 'utf8')
  for (const page of [...sitePages, notFoundPage]) {
    const filled = fillPageTemplate(html, page, { scripts: [], styles: [] }, '')
    for (const hint of sessionHints)
      await writeFile(join(clientDir, fileForHint(page.file, hint)), withSessionHint(filled, hint))
  }
  for (const [path, content] of Object.entries(await makeSiteImages())) await writeFile(join(clientDir, path), content)
}
