import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { compressFolder } from '../../client/prerender/compressed-siblings.ts'
import type { SiteTemplate } from '../../client/prerender/render-site.ts'
import { serviceRoute } from '../../shared/pages.ts'
import { readDrawingCode, readShareArt, readShareFonts } from '../icons/share-art.ts'
import { assetsOfPage, type BuildManifest } from './build-manifest.ts'

/**
 * Renders the pages with the company file, and leaves the renderer and `site.json` for the server, which renders them anew when
 * an administrator publishes another company.
 */
export function prerenderedSite(): Plugin {
  return {
    name: 'prerendered-site',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'prerender',
    writeBundle: {
      sequential: true,
      async handler({ dir }) {
        const clientDir = this.environment.getTopLevelConfig().environments.client?.build.outDir
        if (!dir || !clientDir) this.error('The client and the prerender environment have to be built first.')

        const { pages, renderSite }: typeof import('../../client/prerender/render-site.ts') = await import(
          pathToFileURL(join(dir, 'render-site.js')).href
        )
        const manifestFile = join(clientDir, 'manifest.json')
        const manifest: BuildManifest = JSON.parse(await readFile(manifestFile, 'utf8'))
        const readPageFiles = async (path: string) => {
          const assets = assetsOfPage(manifest, path)
          const sheets = await Promise.all(assets.styles.map((style) => readFile(join(clientDir, style), 'utf8')))
          return [path, { assets, css: sheets.join('') }] as const
        }
        await writeFile(join(dir, 'resvg.wasm'), await readDrawingCode())
        const fonts = await readShareFonts()
        await Promise.all(fonts.map((font, index) => writeFile(join(dir, `share-font-${index}.ttf`), font)))
        const template: SiteTemplate = {
          art: await readShareArt(),
          html: await readFile(join(clientDir, 'index.html'), 'utf8'),
          // Another company may have services with pages where this one has none.
          pages: Object.fromEntries(
            await Promise.all([...pages.map(({ path }) => path), serviceRoute].map((path) => readPageFiles(path))),
          ),
        }
        await writeFile(join(dir, 'site.json'), JSON.stringify(template))
        await renderSite(template, clientDir, join(clientDir, 'assets'))
        await rm(manifestFile)
        await compressFolder(clientDir)
      },
    },
  }
}
