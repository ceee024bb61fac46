import type { SessionHint } from '#shared/session-hint.ts'
import { notFoundPage, type Page } from '../../shared/pages.ts'
import type { PageAssets } from './build-manifest.ts'
import { escapeHtml } from './html.ts'
import { pageMetadata } from './page-metadata.ts'

type PageContent = {
  /** Absent where there is no build. */
  assets?: PageAssets
  /** The text of the page's style sheets. */
  css: string
  /** What stands in the element `root`. */
  markup: string
}

/**
 * The built index.html with one page in it: its title, description, metadata, styles, scripts and markup.
 *
 * @throws {Error} when the template no longer has one of the places
 */
export function fillPageTemplate(template: string, page: Page, { assets, css, markup }: PageContent): string {
  const places: [place: string | RegExp, text: string][] = [
    [/<title>[^<]*<\/title>/, `<title>${escapeHtml(page.title)}</title>`],
    [
      /<meta name="description" content="[^"]*" ?\/?>/,
      `<meta name="description" content="${escapeHtml(page.description)}">`,
    ],
    ['</head>', `${pageMetadata(page)}${assets ? styleTag(css) + starterTag(assets, page) : ''}</head>`],
    ['<div id="root"></div>', `<div id="root">${markup}</div>`],
  ]
  return places.reduce((html, [place, text]) => {
    if (html.search(place) < 0) throw new Error(`client/index.html has no place like ${place}.`)
    return html.replace(place, () => text)
  }, withoutAssets(template))
}

/** Drops what the build has put in by itself: it has scripts fetched before the first paint, and styles one by one. */
function withoutAssets(html: string): string {
  return html.replace(/\s*<(?:script type="module"|link rel="(?:modulepreload|stylesheet)")[^>]*>(?:<\/script>)?/g, '')
}

/** The styles in the page itself. */
function styleTag(css: string): string {
  if (/<\/style/i.test(css)) throw new Error('A style sheet with "</style" in it cannot stand in a page.')
  return `<style>${css}</style>`
}

/**
 * The script that fetches the others after the first paint. It is told which they are, which style sheets stand in the
 * page, and whether the page stands for none.
 */
function starterTag({ starter, entry, scripts, styles }: PageAssets, { path }: Page): string {
  const listed = (files: readonly string[]) => files.map((file) => `/${file}`).join(' ')
  const missing = path === notFoundPage.path ? ' data-missing' : ''
  return `<script type="module" fetchpriority="low" crossorigin src="/${starter}" data-entry="/${entry}" data-scripts="${listed(scripts)}" data-styles="${listed(styles)}"${missing}></script>`
}

/** The page as it goes to browsers with, or without, the cookie of a session. Its scripts go by the attribute. */
export function withSessionHint(html: string, session: SessionHint): string {
  if (!html.includes('<html')) throw new Error('The page has no root element.')
  return html.replace('<html', `<html data-session="${session}"`)
}
