import { createFileRoute, Outlet } from '@tanstack/react-router'
import { AuthGuard } from '#client/components/auth-guard.tsx'
import { StaffFrame } from '#client/features/admin/layout/staff-frame.tsx'

export const Route = createFileRoute('/admin')({ component: StaffLayout, staticData: { ownFrame: true } })

const loadPalette = () => import('#client/features/admin/palette/command-palette.tsx')

function StaffLayout() {
  return (
    <AuthGuard>
      <StaffFrame loadPalette={loadPalette}>
        <Outlet />
      </StaffFrame>
    </AuthGuard>
  )
}
