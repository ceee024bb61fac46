import { Outlet, useMatches } from '@tanstack/react-router'
import { SiteLayout } from './site-layout.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** True for pages with a header of their own, outside the public site. */
    ownFrame?: boolean
  }
}

export function RootPage() {
  const bare = useMatches({ select: (matches) => matches.some((match) => match.staticData.ownFrame === true) })
  return (
    <SiteLayout bare={bare}>
      <Outlet />
    </SiteLayout>
  )
}
