import { company, estimatePromise, isShown, responsePromise, workArea } from './company.ts'
import { firstSentence, type Service, servicesBySlug } from './services.ts'

const { licensed } = company.claims

export type Page = {
  /** One that ends in `/$id` stands for all that have something else there. */
  readonly path: string
  readonly file: string
  readonly title: string
  readonly description: string
  readonly noindex?: true
  /** Links in emails carry a secret, so nothing may log the URL. */
  readonly hasSecretUrl?: true
  /** URLs with this search parameter have a file of their own. */
  readonly bySearch?: { readonly name: string; readonly value: string; readonly file: string }
  /** The server fills it in, for visitors without scripts, too. */
  readonly hasNoScripts?: true
  /** Has the placeholder of the retention rules, which the staff may change at any time. */
  readonly statesRetention?: true
  /** What the page is about. */
  readonly service?: Service
}

export const publicPages = [
  {
    path: '/',
    file: 'index.html',
    title: `${company.name} | General contractor in New York City`,
    description: `${isShown(licensed) ? `${licensed.sentence} general` : 'General'} contractor for ${company.work} in ${workArea()}. Free estimate, response ${responsePromise}.`,
  },
  {
    path: '/estimate',
    file: 'estimate.html',
    title: `Free estimate | ${company.name}`,
    description: `Tell us about your project in New York City. We will contact you ${responsePromise}, and a detailed estimate follows ${estimatePromise()}.`,
  },
  {
    path: '/confirmation',
    file: 'confirmation.html',
    title: `Thank you | ${company.name}`,
    description: `What happens after you send us a request: we’ll contact you ${responsePromise}.`,
    noindex: true,
  },
  {
    path: '/privacy',
    file: 'privacy.html',
    title: `Privacy | ${company.name}`,
    description: 'What we store about you, why, for how long, and how to have it deleted.',
    statesRetention: true,
  },
  {
    path: '/accessibility',
    file: 'accessibility.html',
    title: `Accessibility | ${company.name}`,
    description: 'What we do so that everyone can use this site, what does not work yet, and whom to tell.',
  },
] as const satisfies readonly Page[]

export const accountPages = [
  {
    path: '/auth',
    file: 'auth.html',
    title: `Sign in | ${company.name}`,
    description: 'Sign in to access your account.',
    noindex: true,
    bySearch: { name: 'tab', value: 'sign-up', file: 'auth.sign-up.html' },
  },
  {
    path: '/auth/confirm',
    file: 'auth/confirm.html',
    title: `Confirm your email address | ${company.name}`,
    description: 'Confirm the email address of your account.',
    noindex: true,
    hasSecretUrl: true,
  },
  {
    path: '/auth/reset',
    file: 'auth/reset.html',
    title: `Set a new password | ${company.name}`,
    description: 'Set a new password for your account.',
    noindex: true,
    hasSecretUrl: true,
  },
  {
    path: '/auth/new-email',
    file: 'auth/new-email.html',
    title: `Confirm your new email address | ${company.name}`,
    description: 'Confirm the new email address of your account.',
    noindex: true,
    hasSecretUrl: true,
  },
  {
    path: '/auth/restore-email',
    file: 'auth/restore-email.html',
    title: `Change your email address back | ${company.name}`,
    description: 'Undo a change of the email address of your account.',
    noindex: true,
    hasSecretUrl: true,
  },
  {
    path: '/admin',
    file: 'admin.html',
    title: `Admin dashboard | ${company.name}`,
    description: 'Manage project estimates.',
    noindex: true,
  },
  {
    path: '/admin/estimates/$id',
    file: 'admin/estimate.html',
    title: `Admin dashboard | ${company.name}`,
    description: 'One request and the work on it.',
    noindex: true,
  },
  {
    path: '/admin/today',
    file: 'admin/today.html',
    title: `Today | ${company.name}`,
    description: 'What has to be done today.',
    noindex: true,
  },
  {
    path: '/admin/reports',
    file: 'admin/reports.html',
    title: `Reports | ${company.name}`,
    description: 'How many requests came, and how they were answered.',
    noindex: true,
  },
  {
    path: '/admin/people',
    file: 'admin/people.html',
    title: `People | ${company.name}`,
    description: 'Who works here, and with which role.',
    noindex: true,
  },
  {
    path: '/admin/people/log',
    file: 'admin/people/log.html',
    title: `Audit log | ${company.name}`,
    description: 'What was done with accounts and rights.',
    noindex: true,
  },
  {
    path: '/admin/people/privacy',
    file: 'admin/people/privacy.html',
    title: `Privacy | ${company.name}`,
    description: 'How long data is kept, and who was erased.',
    noindex: true,
  },
  {
    path: '/admin/company',
    file: 'admin/company.html',
    title: `Company | ${company.name}`,
    description: 'What the website says about the company.',
    noindex: true,
  },
  {
    path: '/admin/new',
    file: 'admin/new.html',
    title: `New request | ${company.name}`,
    description: 'Enter a request that came by phone.',
    noindex: true,
  },
  {
    path: '/account',
    file: 'account.html',
    title: `Your account | ${company.name}`,
    description: 'Your profile, sign-in details, notifications and devices.',
    noindex: true,
  },
] as const satisfies readonly Page[]

export const sitePages: readonly Page[] = [...publicPages, ...accountPages]

/** The route of all pages of single services in the browser, which have the same scripts and styles. */
export const serviceRoute = '/services/$slug'

/** The pages of single services. Administrators publish another company, which has others. */
export function servicePages(): Page[] {
  return [...servicesBySlug()].flatMap(([slug, service]) =>
    service.page
      ? [
          {
            path: `/services/${slug}`,
            file: `services/${slug}.html`,
            title: `${service.name} | ${company.name}`,
            description: firstSentence(service.page.text),
            service,
          },
        ]
      : [],
  )
}

export const notFoundPage = {
  path: '/404',
  file: '404.html',
  title: `Page not found | ${company.name}`,
  description: 'There is no page at this address.',
  noindex: true,
} as const satisfies Page

/** The page of a visitor's own request, by the link to it. The browser never navigates there within the site. */
export const requestPage = {
  path: '/request',
  file: 'request.html',
  title: `Your request | ${company.name}`,
  description: 'How far we are with your request.',
  noindex: true,
  hasNoScripts: true,
} as const satisfies Page

/** The built page contains it, and the server replaces it. */
export const requestPlaceholder = 'request-content.invalid'

/** Whether the page is of the dashboard. */
export function isStaffPath(path: string): boolean {
  return path === '/admin' || path.startsWith('/admin/')
}

const idPart = '$id'

/** Finds what the server serves there. With one slash at the end, it redirects. */
export function pageAt(path: string): Page {
  return (
    [...sitePages, ...servicePages()].find((page) => path === page.path || path === `${page.path}/`) ??
    sitePages.find((page) => page.path.endsWith(idPart) && isDirectlyBelow(path, page.path.slice(0, -idPart.length))) ??
    notFoundPage
  )
}

function isDirectlyBelow(path: string, folder: string): boolean {
  const rest = path.startsWith(folder) ? path.slice(folder.length) : ''
  return rest !== '' && !rest.includes('/')
}
