import { createFileRoute } from '@tanstack/react-router'
import { AuthGuard } from '#client/components/auth-guard.tsx'
import { DetailPage } from '#client/features/admin/estimate/detail-page.tsx'

export const Route = createFileRoute('/admin/estimates/$id')({
  component: GuardedDetailPage,
  staticData: { ownFrame: true },
})

function GuardedDetailPage() {
  const { id } = Route.useParams()
  return (
    <AuthGuard>
      <DetailPage id={id} />
    </AuthGuard>
  )
}
