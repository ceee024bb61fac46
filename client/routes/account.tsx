import { createFileRoute } from '@tanstack/react-router'
import { AuthGuard } from '#client/components/auth-guard.tsx'
import { AccountPage } from '#client/features/account/account-page.tsx'

export const Route = createFileRoute('/account')({ component: GuardedAccountPage, staticData: { ownFrame: 'staff' } })

function GuardedAccountPage() {
  return (
    <AuthGuard>
      <AccountPage />
    </AuthGuard>
  )
}
