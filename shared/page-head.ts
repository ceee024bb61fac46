import { company } from './company.ts'
import type { Page } from './pages.ts'
import { generalContractor, jsonForScript } from './structured-data.ts'

export type HeadElement = {
  readonly name: 'link' | 'meta' | 'script'
  readonly attributes: Readonly<Record<string, string>>
  readonly text?: string
}

/** Selects exactly the elements of {@link pageHead}. */
export const pageHeadSelector = [
  'link[rel="canonical"]',
  'link[rel="manifest"]',
  'meta[name="robots"]',
  'meta[property="og:title"]',
  'meta[property="og:description"]',
  'meta[property="og:url"]',
  'meta[name="twitter:title"]',
  'meta[name="twitter:description"]',
  'script[type="application/ld+json"]',
].join()

/** The build writes these elements; the browser replaces them on navigation. */
export function pageHead({ path, title, description, noindex }: Page, origin: string): HeadElement[] {
  const address = `${origin}${path}`
  return [
    // The 404 page has no URL.
    ...(noindex ? [meta('robots', 'noindex')] : [canonical(address), property('og:url', address)]),
    property('og:title', title),
    property('og:description', description),
    meta('twitter:title', title),
    meta('twitter:description', description),
    manifest(isOfStaff(path) ? '/staff.webmanifest' : '/site.webmanifest'),
    ...(path === '/' ? [structuredData(origin)] : []),
  ]
}

function canonical(href: string): HeadElement {
  return { name: 'link', attributes: { rel: 'canonical', href } }
}

function manifest(href: string): HeadElement {
  return { name: 'link', attributes: { rel: 'manifest', href } }
}

/** The staff install their pages as a program of its own. */
function isOfStaff(path: string): boolean {
  return path === '/admin' || path.startsWith('/admin/')
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
