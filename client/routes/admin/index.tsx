import { createFileRoute } from '@tanstack/react-router'
import { AuthGuard } from '#client/components/auth-guard.tsx'
import { AdminPage } from '#client/features/admin/list/admin-page.tsx'
import type { RawListSearch } from '#client/lib/search-params/list-search.ts'

export const Route = createFileRoute('/admin/')({
  // Read where it is used: the schema would weigh on every page of the site here.
  validateSearch: (search: Record<string, unknown>): RawListSearch => search,
  component: GuardedAdminPage,
  staticData: { ownFrame: true },
})

function GuardedAdminPage() {
  return (
    <AuthGuard>
      <AdminPage />
    </AuthGuard>
  )
}
