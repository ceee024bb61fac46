import type { Page } from '#shared/pages.ts'
import { company } from '../../shared/company.ts'
import { originPlaceholder } from '../../shared/origin-placeholder.ts'
import { shareImage } from '../../shared/site-images.ts'
import { generalContractor, jsonForScript } from '../../shared/structured-data.ts'
import { escapeHtml } from './html.ts'
import { shareImageText } from './share-image.ts'

/**
 * What a page's head says to search engines and to whoever shows a link to it. Every address is absolute, below the
 * placeholder that the server replaces.
 */
export function pageMetadata(page: Page): string {
  const { path, title, description, noindex } = page
  const address = `${originPlaceholder}${path}`
  const image = `${originPlaceholder}${shareImage.path}`
  const tags = [
    // A page to be left out has no address to be known by; 404.html stands for any address there is not.
    noindex ? name('robots', 'noindex') : `<link rel="canonical" href="${escapeHtml(address)}">`,
    property('og:type', 'website'),
    property('og:site_name', company.name),
    property('og:locale', 'en_US'),
    property('og:title', title),
    property('og:description', description),
    ...(noindex ? [] : [property('og:url', address)]),
    property('og:image', image),
    property('og:image:type', shareImage.type),
    property('og:image:width', String(shareImage.width)),
    property('og:image:height', String(shareImage.height)),
    property('og:image:alt', shareImageText),
    name('twitter:card', 'summary_large_image'),
    name('twitter:title', title),
    name('twitter:description', description),
    name('twitter:image', image),
    name('twitter:image:alt', shareImageText),
  ]
  if (path === '/') {
    const data = jsonForScript(generalContractor(company, originPlaceholder))
    tags.push(`<script type="application/ld+json">${data}</script>`)
  }
  return tags.join('')
}

function name(key: string, content: string): string {
  return `<meta name="${key}" content="${escapeHtml(content)}">`
}

function property(key: string, content: string): string {
  return `<meta property="${key}" content="${escapeHtml(content)}">`
}
