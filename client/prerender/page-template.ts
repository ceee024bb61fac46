import { isStaffPath, notFoundPage, type Page } from '#shared/pages.ts'
import type { SessionHint } from '#shared/session-hint.ts'
import { escapeHtml } from './html.ts'
import { pageMetadata } from './page-metadata.ts'

/** Paths are relative to the built client's folder. */
export type PageAssets = {
  /** It starts the other scripts. */
  readonly starter: string
  /** Tells the other scripts of the company, and runs before them. */
  readonly company: string
  /** This script hydrates the page. */
  readonly entry: string
  /** They run in this order. */
  readonly scripts: readonly string[]
  /** The site's frame comes first. */
  readonly styles: readonly string[]
}

type PageContent = {
  assets?: PageAssets
  css: string
  markup: string
}

/** @throws {Error} when the template lacks a placeholder */
export function fillPageTemplate(template: string, page: Page, { assets, css, markup }: PageContent): string {
  const places: [place: string | RegExp, text: string][] = [
    [/<title>[^<]*<\/title>/, `<title>${escapeHtml(page.title)}</title>`],
    [
      /<meta name="description" content="[^"]*" ?\/?>/,
      `<meta name="description" content="${escapeHtml(page.description)}">`,
    ],
    [
      '</head>',
      `${pageMetadata(page)}${assets ? styleTag(css) + (page.hasNoScripts ? '' : starterTag(assets, page)) : ''}</head>`,
    ],
    ['<div id="root"></div>', `<div id="root">${markup}</div>`],
  ]
  return places.reduce((html, [place, text]) => {
    if (html.search(place) < 0) throw new Error(`client/index.html has no place like ${place}.`)
    return html.replace(place, () => text)
  }, withoutAssets(template))
}

/** Vite's own tags would load scripts before the first paint, and each style sheet separately. */
function withoutAssets(html: string): string {
  return html.replace(/\s*<(?:script type="module"|link rel="(?:modulepreload|stylesheet)")[^>]*>(?:<\/script>)?/g, '')
}

function styleTag(css: string): string {
  if (/<\/style/i.test(css)) throw new Error('A style sheet with "</style" in it cannot stand in a page.')
  return `<style>${css}</style>`
}

function starterTag({ starter, company, entry, scripts, styles }: PageAssets, { path }: Page): string {
  const listed = (files: readonly string[]) => files.map((file) => `/${file}`).join(' ')
  const missing = path === notFoundPage.path ? ' data-missing' : ''
  // A page of the staff shows nothing before its scripts run.
  const timing = isStaffPath(path) ? 'data-eager="true"' : 'fetchpriority="low"'
  return `<script type="module" ${timing} crossorigin src="/${starter}" data-entry="${listed([company, entry])}" data-scripts="${listed(scripts)}" data-styles="${listed(styles)}"${missing}></script>`
}

export function withSessionHint(html: string, session: SessionHint): string {
  if (!html.includes('<html')) throw new Error('The page has no root element.')
  return html.replace('<html', `<html data-session="${session}"`)
}
