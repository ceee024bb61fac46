import { createFileRoute, Outlet } from '@tanstack/react-router'
import { AuthGuard } from '#client/components/auth-guard.tsx'
import { DeviceRenewal } from '#client/features/admin/layout/device-renewal.tsx'
import { StaffFrame } from '#client/features/admin/layout/staff-frame.tsx'
import { useOfflineToday } from '#client/features/admin/offline/offline-today-data.ts'
import { OfflineTodayPage } from '#client/features/admin/offline/offline-today-page.tsx'
import { OfflineTodaySaver } from '#client/features/admin/offline/offline-today-saver.tsx'

export const Route = createFileRoute('/admin')({ component: StaffLayout, staticData: { ownFrame: 'everybody' } })

const loadPalette = () => import('#client/features/admin/palette/command-palette.tsx')

function StaffLayout() {
  const last = useOfflineToday()
  return (
    <AuthGuard withoutConnection={last && <OfflineTodayPage {...last} />}>
      <StaffFrame loadPalette={loadPalette}>
        <OfflineTodaySaver />
        <DeviceRenewal />
        <Outlet />
      </StaffFrame>
    </AuthGuard>
  )
}
