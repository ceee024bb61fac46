import './theme/global.css'
import {
  type AnyRouter,
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { checkCompanyDays } from '#shared/business-days.ts'
import { company } from '#shared/company.ts'
import { notFoundPage, requestPage, requestPlaceholder, servicePages, sitePages } from '#shared/pages.ts'
import type { SessionHint } from '#shared/session-hint.ts'
import { App } from './app.tsx'
import { SiteLayout } from './components/site-layout.tsx'
import requestStyles from './features/request/request-page.css?inline'
import { SessionHintContext } from './lib/page-hints.ts'
import { createAppRouter } from './router.tsx'

checkCompanyDays(company.closedDays, company.estimateDays)

export const pages = [...sitePages, ...servicePages(), notFoundPage, requestPage]

/** The style sheets of pages that no script of the browser loads, by path. */
export const ownStyles: Readonly<Record<string, string>> = { [requestPage.path]: requestStyles }

/** Renders the content of the `root` element. */
export async function renderPage(path: string, session: SessionHint): Promise<string> {
  const history = createMemoryHistory({ initialEntries: [path] })
  if (path === requestPage.path) return await renderRequestPage(history)
  const router = createAppRouter({ history, scrollRestoration: false })
  await router.load()
  return renderToString(<App router={router} session={session} />)
}

/** Leaves the page out of the browser's routes, and so out of all scripts. */
async function renderRequestPage(history: ReturnType<typeof createMemoryHistory>): Promise<string> {
  const component = () => (
    <SiteLayout bare={false}>
      <div className="request" data-no-call-bar>
        {requestPlaceholder}
      </div>
    </SiteLayout>
  )
  const router: AnyRouter = createRouter({ history, routeTree: createRootRoute({ component }) })
  await router.load()
  return renderToString(
    <SessionHintContext value="none">
      <RouterProvider router={router} />
    </SessionHintContext>,
  )
}
