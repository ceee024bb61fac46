import { Outlet, useMatches } from '@tanstack/react-router'
import { SiteLayout } from './site-layout.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** True for a layout route with its own header. */
    ownFrame?: boolean
  }
}

export function RootPage() {
  const bare = useMatches({
    // An unknown path below a layout route matches that route, but shows the root's 404 page.
    select: ([root, ...matches]) => !root?._notFound && matches.some(({ staticData }) => staticData.ownFrame),
  })
  return (
    <SiteLayout bare={bare}>
      <Outlet />
    </SiteLayout>
  )
}
