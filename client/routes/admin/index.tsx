import { createFileRoute } from '@tanstack/react-router'
import { AuthGuard } from '#client/components/auth-guard.tsx'
import { AdminPage } from '#client/features/admin/admin-page.tsx'

export const Route = createFileRoute('/admin/')({ component: GuardedAdminPage, staticData: { ownFrame: true } })

function GuardedAdminPage() {
  return (
    <AuthGuard>
      <AdminPage />
    </AuthGuard>
  )
}
