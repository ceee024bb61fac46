import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { Page } from '#shared/pages.ts'
import { fileForHint, type SessionHint, sessionHints } from '../../shared/session-hint.ts'
import { assetsOfPage, type BuildManifest } from './build-manifest.ts'
import { compressFolder } from './compressed-siblings.ts'
import { fillPageTemplate, withSessionHint } from './page-template.ts'

type PrerenderEntry = {
  pages: readonly Page[]
  ownStyles: Readonly<Record<string, string>>
  renderPage(path: string, session: SessionHint): Promise<string>
}

export function prerenderedSite(): Plugin {
  return {
    name: 'prerendered-site',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'prerender',
    writeBundle: {
      sequential: true,
      async handler({ dir }, bundle) {
        const clientDir = this.environment.getTopLevelConfig().environments.client?.build.outDir
        const entry = Object.values(bundle).find((output) => output.type === 'chunk' && output.isEntry)
        if (!dir || !clientDir || !entry) this.error('The client and the prerender environment have to be built first.')

        const { pages, ownStyles, renderPage }: PrerenderEntry = await import(
          pathToFileURL(join(dir, entry.fileName)).href
        )
        const manifestFile = join(clientDir, 'manifest.json')
        const manifest: BuildManifest = JSON.parse(await readFile(manifestFile, 'utf8'))
        const template = await readFile(join(clientDir, 'index.html'), 'utf8')

        const variants = pages.flatMap((page) => [
          { page, url: page.path, file: page.file },
          ...(page.bySearch
            ? [{ page, url: `${page.path}?${page.bySearch.name}=${page.bySearch.value}`, file: page.bySearch.file }]
            : []),
        ])
        const renderings = variants.flatMap((variant) => sessionHints.map((session) => ({ ...variant, session })))
        for (const { page, url, file: name, session } of renderings) {
          const assets = assetsOfPage(manifest, page.path)
          const sheets = await Promise.all(assets.styles.map((style) => readFile(join(clientDir, style), 'utf8')))
          const markup = await renderPage(url, session)
          const html = fillPageTemplate(template, page, {
            assets,
            css: sheets.join('') + (ownStyles[page.path] ?? ''),
            markup,
          })
          const file = join(clientDir, fileForHint(name, session))
          await mkdir(dirname(file), { recursive: true })
          await writeFile(file, withSessionHint(html, session))
        }

        await rm(dir, { recursive: true })
        await rm(manifestFile)
        await compressFolder(clientDir)
      },
    },
  }
}
