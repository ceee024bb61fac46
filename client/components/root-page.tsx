import { Outlet, useMatches } from '@tanstack/react-router'
import { SiteLayout } from './site-layout.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** True for pages that bring their own header and are no part of the public site. */
    ownFrame?: boolean
  }
}

/** The page's frame with the current page in it. */
export function RootPage() {
  const bare = useMatches({ select: (matches) => matches.some((match) => match.staticData.ownFrame === true) })
  return (
    <SiteLayout bare={bare}>
      <Outlet />
    </SiteLayout>
  )
}
