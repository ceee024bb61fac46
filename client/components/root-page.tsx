import { Outlet, useMatches } from '@tanstack/react-router'
import { SiteLayout } from './site-layout.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** True for a layout route that brings its own header instead of the public site's frame. */
    ownFrame?: boolean
  }
}

export function RootPage() {
  const bare = useMatches({
    // Below a layout route, an unknown path matches that route and is the root's 404 page all the same.
    select: ([root, ...matches]) => !root?._notFound && matches.some(({ staticData }) => staticData.ownFrame),
  })
  return (
    <SiteLayout bare={bare}>
      <Outlet />
    </SiteLayout>
  )
}
