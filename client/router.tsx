import { createRouter, parseSearchWith, type RouterHistory, stringifySearchWith } from '@tanstack/react-router'
import { ErrorPage } from './components/error-page.tsx'
import { NotFoundPage } from './components/not-found-page.tsx'
import { PendingPage } from './components/pending-page.tsx'
import { routeTree } from './route-tree.gen.ts'

type AppRouterOptions = {
  history: RouterHistory
  /** False while prerendering: it would write an inline script, which the content security policy forbids. */
  scrollRestoration: false | (() => boolean)
}

export function createAppRouter({ history, scrollRestoration }: AppRouterOptions) {
  return createRouter({
    routeTree,
    history,
    // The server is case-sensitive, too.
    caseSensitive: true,
    scrollRestoration,
    parseSearch: parseSearchWith(parseQuoted),
    stringifySearch: stringifySearchWith(JSON.stringify, parseQuoted),
    defaultPreload: 'intent',
    // Shows the 404 page in the site's frame, also below a layout route.
    notFoundMode: 'root',
    // Short waits show nothing; longer ones show the pending page without a flicker.
    defaultPendingMs: 800,
    defaultPendingMinMs: 400,
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
  })
}

/**
 * Leaves a text such as 1e3 or 96e63380 as it is, where JSON would read another number.
 *
 * @throws {SyntaxError} when it is not JSON in quotes or brackets
 */
function parseQuoted(text: string): unknown {
  if (!/^["[{]/.test(text)) throw new SyntaxError('The text has no quotes.')
  return JSON.parse(text)
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
