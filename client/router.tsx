import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { ErrorPage } from './components/error-page.tsx'
import { NotFoundPage } from './components/not-found-page.tsx'
import { PendingPage } from './components/pending-page.tsx'
import { routeTree } from './route-tree.gen.ts'

type AppRouterOptions = {
  history: RouterHistory
  /**
   * Whether the page that is shown now is to be scrolled to its beginning, or to where it was left. Off while prerendering:
   * there it would write an inline script, which the content security policy forbids.
   */
  scrollRestoration: false | (() => boolean)
}

/** The site's pages at a history: the browser's, or one in memory to render a page to text. */
export function createAppRouter({ history, scrollRestoration }: AppRouterOptions) {
  return createRouter({
    routeTree,
    history,
    scrollRestoration,
    defaultPreload: 'intent',
    // The 404 page stands in the site's frame, also below a layout route.
    notFoundMode: 'root',
    // Short waits show nothing, and what does show stays long enough to be no flicker.
    defaultPendingMs: 800,
    defaultPendingMinMs: 400,
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
