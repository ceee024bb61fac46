import { Outlet } from '@tanstack/react-router'
import { SiteLayout } from './site-layout.tsx'

/** The page's frame with the current page in it. */
export function RootPage() {
  return (
    <SiteLayout>
      <Outlet />
    </SiteLayout>
  )
}
