import './theme/global.css'
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { notFoundPage, sitePages } from '#shared/pages.ts'
import { App } from './app.tsx'
import { createAppRouter } from './router.tsx'

/** Every page that the build writes as a file. */
export const pages = [...sitePages, notFoundPage]

/** The markup of the page at a path, to stand in the element `root`. */
export async function renderPage(path: string): Promise<string> {
  const router = createAppRouter({ history: createMemoryHistory({ initialEntries: [path] }), scrollRestoration: false })
  await router.load()
  return renderToString(<App router={router} />)
}
