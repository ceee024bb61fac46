import { createFileRoute } from '@tanstack/react-router'
import { AuthGuard } from '#client/components/auth-guard.tsx'
import { ReportPage } from '#client/features/admin/report/report-page.tsx'
import { readReportSearch } from '#client/lib/search-params/report-search.ts'

export const Route = createFileRoute('/admin/reports')({
  component: GuardedReportPage,
  validateSearch: readReportSearch,
  staticData: { ownFrame: true },
})

function GuardedReportPage() {
  const search = Route.useSearch()
  return (
    <AuthGuard>
      <ReportPage search={search} />
    </AuthGuard>
  )
}
