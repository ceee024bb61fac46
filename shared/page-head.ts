import { company } from './company.ts'
import { isStaffPath, type Page } from './pages.ts'
import { breadcrumbs, generalContractor, jsonForScript, questionsAndAnswers } from './structured-data.ts'

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
export function pageHead({ path, title, description, noindex, service }: Page, origin: string): HeadElement[] {
  const address = `${origin}${path}`
  return [
    // The 404 page has no URL.
    ...(noindex ? [meta('robots', 'noindex')] : [canonical(address), property('og:url', address)]),
    property('og:title', title),
    property('og:description', description),
    meta('twitter:title', title),
    meta('twitter:description', description),
    manifest(isStaffPath(path) ? '/staff.webmanifest' : '/site.webmanifest'),
    ...(path === '/' ? [structuredData(generalContractor(company, origin))] : []),
    ...(service ? [structuredData(breadcrumbs(service.name, path, origin))] : []),
    ...(service?.page?.questions.length ? [structuredData(questionsAndAnswers(service.page.questions))] : []),
  ]
}

function canonical(href: string): HeadElement {
  return { name: 'link', attributes: { rel: 'canonical', href } }
}

function manifest(href: string): HeadElement {
  return { name: 'link', attributes: { rel: 'manifest', href } }
}

function meta(name: string, content: string): HeadElement {
  return { name: 'meta', attributes: { name, content } }
}

function property(name: string, content: string): HeadElement {
  return { name: 'meta', attributes: { property: name, content } }
}

function structuredData(value: object): HeadElement {
  return { name: 'script', attributes: { type: 'application/ld+json' }, text: jsonForScript(value) }
}
