import './theme/global.css'
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { checkCompanyDays } from '#shared/business-days.ts'
import { company } from '#shared/company.ts'
import { notFoundPage, sitePages } from '#shared/pages.ts'
import type { SessionHint } from '#shared/session-hint.ts'
import { App } from './app.tsx'
import { createAppRouter } from './router.tsx'

checkCompanyDays(company.closedDays, company.promises.estimateDays)

export const pages = [...sitePages, notFoundPage]

/** Renders the content of the `root` element. */
export async function renderPage(path: string, session: SessionHint): Promise<string> {
  const router = createAppRouter({ history: createMemoryHistory({ initialEntries: [path] }), scrollRestoration: false })
  await router.load()
  return renderToString(<App router={router} session={session} />)
}
