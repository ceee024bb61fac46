import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { notFoundPage, requestPage, requestPlaceholder, servicePages, sitePages } from '#shared/pages.ts'
import { fileForHint, sessionHints } from '#shared/session-hint.ts'
import { fillPageTemplate, withSessionHint } from '../../../client/prerender/page-template.ts'

const clientSources = fileURLToPath(new URL('../../../client', import.meta.url))

/** Writes a built client: its pages, with their heads but without content, its icons and its share image. */
export async function writeBuiltClient(clientDir: string): Promise<void> {
  const html = await readFile(join(clientSources, 'index.html'), 'utf8')
  for (const page of [...sitePages, ...servicePages(), notFoundPage, requestPage]) {
    const markup = page === requestPage ? requestPlaceholder : ''
    const filled = fillPageTemplate(html, page, { css: '', markup })
    for (const hint of sessionHints)
      await writeFile(join(clientDir, fileForHint(page.file, hint)), withSessionHint(filled, hint))
  }
  await cp(join(clientSources, 'public'), clientDir, { recursive: true })
}
