import './theme/global.css'
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { notFoundPage, sitePages } from '#shared/pages.ts'
import type { SessionHint } from '#shared/session-hint.ts'
import { App } from './app.tsx'
import { createAppRouter } from './router.tsx'

export const pages = [...sitePages, notFoundPage]

/** Renders the content of the `root` element. */
export async function renderPage(path: string, session: SessionHint): Promise<string> {
  const router = createAppRouter({ history: createMemoryHistory({ initialEntries: [path] }), scrollRestoration: false })
  await router.load()
  return renderToString(<App router={router} session={session} />)
}
