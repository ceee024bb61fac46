import type { Page } from '#shared/pages.ts'
import type { RouteAssets } from './build-manifest.ts'

const replacements: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => replacements[character] ?? character)
}

/**
 * The built index.html with one page in it: its title, description, files and markup.
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
    ['</head>', `${links.join('')}</head>`],
    ['<div id="root"></div>', `<div id="root">${markup}</div>`],
  ]
  return places.reduce((html, [place, text]) => {
    if (html.search(place) < 0) throw new Error(`client/index.html has no place like ${place}.`)
    return html.replace(place, () => text)
  }, template)
}
