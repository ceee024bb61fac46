import { company } from '#shared/company.ts'
import { originPlaceholder } from '#shared/origin-placeholder.ts'
import { type HeadElement, pageHead } from '#shared/page-head.ts'
import type { Page } from '#shared/pages.ts'
import { shareImage } from '#shared/site-images.ts'
import { escapeHtml } from './html.ts'
import { shareImageText } from './share-image-text.ts'

const image = `${originPlaceholder}${shareImage.path}`

const shared = [
  property('og:type', 'website'),
  property('og:site_name', company.name),
  property('og:locale', 'en_US'),
  property('og:image', image),
  property('og:image:type', shareImage.type),
  property('og:image:width', String(shareImage.width)),
  property('og:image:height', String(shareImage.height)),
  property('og:image:alt', shareImageText),
  name('twitter:card', 'summary_large_image'),
  name('twitter:image', image),
  name('twitter:image:alt', shareImageText),
]

/** URLs start with the placeholder that the server replaces. */
export function pageMetadata(page: Page): string {
  return [...pageHead(page, originPlaceholder).map(html), ...shared].join('')
}

/** Text must be safe already, because scripts have no escapes. */
function html({ name, attributes, text }: HeadElement): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
  return `<${name}${pairs.join('')}>${text === undefined ? '' : `${text}</${name}>`}`
}

function name(key: string, content: string): string {
  return html({ name: 'meta', attributes: { name: key, content } })
}

function property(key: string, content: string): string {
  return html({ name: 'meta', attributes: { property: key, content } })
}
