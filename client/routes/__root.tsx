import { createRootRoute, notFound } from '@tanstack/react-router'
import { NotFoundPage } from '#client/components/not-found-page.tsx'
import { RootPage } from '#client/components/root-page.tsx'
import { notFoundPage, pageAt } from '#shared/pages.ts'

export const Route = createRootRoute({
  beforeLoad({ location }) {
    // The router ignores slashes at the end of a path, but the server does not.
    if (pageAt(location.pathname) === notFoundPage) throw notFound()
  },
  component: RootPage,
  notFoundComponent: NotFoundPage,
})
