import { company } from './company.ts'
import type { Page } from './pages.ts'
import { generalContractor, jsonForScript } from './structured-data.ts'

/** An element of a page's head. */
export type HeadElement = {
  readonly name: 'link' | 'meta' | 'script'
  readonly attributes: Readonly<Record<string, string>>
  readonly text?: string
}

/** Finds all that {@link pageHead} makes, and nothing else, in the head of any page. */
export const pageHeadSelector = [
  'link[rel="canonical"]',
  'meta[name="robots"]',
  'meta[property="og:title"]',
  'meta[property="og:description"]',
  'meta[property="og:url"]',
  'meta[name="twitter:title"]',
  'meta[name="twitter:description"]',
  'script[type="application/ld+json"]',
].join()

/**
 * What the head of a page says to search engines and to whoever shows a link to it, as far as it differs from page to
 * page: the build writes it into each file, and the browser renews it when one goes on without a load. Title and
 * description are not among it, since every page has exactly one of each.
 *
 * @param origin the site's public address
 */
export function pageHead({ path, title, description, noindex }: Page, origin: string): HeadElement[] {
  const address = `${origin}${path}`
  return [
    // A page to be left out has no address to be known by; the 404 page stands for any address there is not.
    ...(noindex ? [meta('robots', 'noindex')] : [canonical(address), property('og:url', address)]),
    property('og:title', title),
    property('og:description', description),
    meta('twitter:title', title),
    meta('twitter:description', description),
    ...(path === '/' ? [structuredData(origin)] : []),
  ]
}

function canonical(href: string): HeadElement {
  return { name: 'link', attributes: { rel: 'canonical', href } }
}

function meta(name: string, content: string): HeadElement {
  return { name: 'meta', attributes: { name, content } }
}

function property(name: string, content: string): HeadElement {
  return { name: 'meta', attributes: { property: name, content } }
}

function structuredData(origin: string): HeadElement {
  const text = jsonForScript(generalContractor(company, origin))
  return { name: 'script', attributes: { type: 'application/ld+json' }, text }
}
