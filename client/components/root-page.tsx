import { Outlet, useMatches } from '@tanstack/react-router'
import { useSeemsStaff } from '#client/lib/auth/use-auth.ts'
import { SiteLayout } from './site-layout.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Says for whom the route has a header of its own. */
    ownFrame?: 'everybody' | 'staff'
  }
}

export function RootPage() {
  const seemsStaff = useSeemsStaff()
  const bare = useMatches({
    // An unknown path below a layout route matches that route, but shows the root's 404 page.
    select: ([root, ...matches]) =>
      !root?._notFound &&
      matches.some(({ staticData: { ownFrame } }) => ownFrame === 'everybody' || (ownFrame === 'staff' && seemsStaff)),
  })
  return (
    <SiteLayout bare={bare}>
      <Outlet />
    </SiteLayout>
  )
}
