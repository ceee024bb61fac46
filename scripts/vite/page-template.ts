import type { Page } from '#shared/pages.ts'
import type { SessionHint } from '#shared/session-hint.ts'
import type { RouteAssets } from './build-manifest.ts'
import { escapeHtml } from './html.ts'
import { pageMetadata } from './page-metadata.ts'

/**
 * The built index.html with one page in it: its title, description, metadata, files and markup.
 *
 * @throws {Error} when the template no longer has one of the places
 */
export function fillPageTemplate(template: string, page: Page, assets: RouteAssets, markup: string): string {
  const links = [
    ...assets.styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...assets.scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ]
  const places: [place: string | RegExp, text: string][] = [
    [/<title>[^<]*<\/title>/, `<title>${escapeHtml(page.title)}</title>`],
    [
      /<meta name="description" content="[^"]*" ?\/?>/,
      `<meta name="description" content="${escapeHtml(page.description)}">`,
    ],
    ['</head>', `${pageMetadata(page)}${links.join('')}</head>`],
    ['<div id="root"></div>', `<div id="root">${markup}</div>`],
  ]
  const filled = places.reduce((html, [place, text]) => {
    if (html.search(place) < 0) throw new Error(`client/index.html has no place like ${place}.`)
    return html.replace(place, () => text)
  }, template)
  return scriptsLast(filled)
}

/**
 * Has browsers fetch what a page looks like before its scripts, which it does not need to be read. Left alone they
 * share a slow connection evenly, and the first paint comes twice as late.
 */
function scriptsLast(html: string): string {
  return html.replace(/<(link rel="modulepreload"|script type="module") /g, '<$1 fetchpriority="low" ')
}

/** The page as it goes to browsers with, or without, the cookie of a session. Its scripts go by the attribute. */
export function withSessionHint(html: string, session: SessionHint): string {
  if (!html.includes('<html')) throw new Error('The page has no root element.')
  return html.replace('<html', `<html data-session="${session}"`)
}
