import { createFileRoute, Outlet } from '@tanstack/react-router'
import { AuthGuard } from '#client/components/auth-guard.tsx'
import { StaffFrame } from '#client/features/admin/layout/staff-frame.tsx'
import { KeepToday } from '#client/features/admin/offline/keep-today.tsx'
import { LastToday } from '#client/features/admin/offline/last-today.tsx'
import { useLastSeen } from '#client/features/admin/offline/use-last-seen.ts'

export const Route = createFileRoute('/admin')({ component: StaffLayout, staticData: { ownFrame: true } })

const loadPalette = () => import('#client/features/admin/palette/command-palette.tsx')

function StaffLayout() {
  const last = useLastSeen()
  return (
    <AuthGuard withoutConnection={last && <LastToday {...last} />}>
      <StaffFrame loadPalette={loadPalette}>
        <KeepToday />
        <Outlet />
      </StaffFrame>
    </AuthGuard>
  )
}
