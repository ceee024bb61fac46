import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { HtmlTagDescriptor, Plugin } from 'vite'
import { shareImage } from '../../shared/site-images.ts'
import { drawShareImage } from './share-image.ts'
import { drawIcons, webManifest } from './site-icons.ts'

const iconFile = fileURLToPath(new URL('../../client/public/favicon.svg', import.meta.url))
const skylineFile = fileURLToPath(new URL('../../client/features/home/skyline.svg', import.meta.url))

const links: readonly HtmlTagDescriptor['attrs'][] = [
  // Browsers that can draw the SVG prefer it, whatever its size; "any" here would make some take this one.
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32 48x48' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
]

/** Draws the icons and the share image of a build, and has its pages name them. */
export function siteImages(): Plugin {
  return {
    name: 'site-images',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async generateBundle() {
      for (const [path, source] of Object.entries(await makeSiteImages()))
        this.emitFile({ type: 'asset', fileName: path.slice(1), source })
    },
    transformIndexHtml: () => links.map((attrs) => ({ tag: 'link', attrs: attrs ?? {}, injectTo: 'head' as const })),
  }
}

/** Every picture that is not in a page, and the manifest that lists the icons, by their paths. */
export async function makeSiteImages(): Promise<Record<string, Buffer | string>> {
  const [icon, skyline] = await Promise.all([readFile(iconFile, 'utf8'), readFile(skylineFile, 'utf8')])
  return {
    ...(await drawIcons(icon)),
    [shareImage.path]: await drawShareImage(icon, skyline),
    '/site.webmanifest': webManifest(),
  }
}
