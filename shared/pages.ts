import { company } from './company.ts'

const { claims, promises } = company

/** A page that the build writes as a file of its own and that the server answers with. */
export type Page = {
  /** The path in the address. */
  readonly path: string
  /** The file in the built client's folder. */
  readonly file: string
  readonly title: string
  /** What search engines show below the title. */
  readonly description: string
  /** True for what nobody should find by searching: the page means nothing without what led to it. */
  readonly noindex?: true
}

/** The public pages, each prerendered at build. The server answers `path` with `file`. */
export const publicPages = [
  {
    path: '/',
    file: 'index.html',
    title: `${company.name} | General contractor in New York City`,
    description: `${claims.licensed.sentence} general contractor for kitchens, bathrooms, additions, offices and custom renovations in all five boroughs. Free estimate, answer ${promises.contact}.`,
  },
  {
    path: '/estimate',
    file: 'estimate.html',
    title: `Free estimate | ${company.name}`,
    description: `Tell us about your project in New York City. We will contact you ${promises.contact}, and a detailed estimate follows ${promises.estimate}.`,
  },
  {
    path: '/confirmation',
    file: 'confirmation.html',
    title: `Thank you | ${company.name}`,
    description: `We have received your request and will contact you ${promises.contact}.`,
    noindex: true,
  },
  {
    path: '/privacy',
    file: 'privacy.html',
    title: `Privacy | ${company.name}`,
    description: 'What this site keeps about you, why, for how long, and how to have it erased.',
  },
] as const satisfies readonly Page[]

/** What any other path is answered with, along with status 404. */
export const notFoundPage = {
  path: '/404',
  file: '404.html',
  title: `Page not found | ${company.name}`,
  description: 'There is no page at this address.',
  noindex: true,
} as const satisfies Page

/** The page at a path, with or without a slash at its end; the 404 page where there is none. */
export function pageAt(path: string): Page {
  const withoutSlash = path.length > 1 ? path.replace(/\/+$/, '') : path
  return publicPages.find((page) => page.path === withoutSlash) ?? notFoundPage
}
