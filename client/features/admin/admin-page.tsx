import { ApiProvider } from '#client/lib/api-provider.tsx'
import { useAuth } from '#client/lib/auth/use-auth.ts'
import { AdminHeader } from './admin-header.tsx'
import { EstimateSection } from './estimate-section.tsx'
import { staffApiOf } from './staff-api.ts'

/** The staff's dashboard, for whoever is signed in; the server decides what they may see. */
export function AdminPage() {
  const auth = useAuth()
  if (auth.status !== 'signed-in') return null

  const { id, email } = auth.user
  const staffApi = staffApiOf(id)
  return (
    <>
      <AdminHeader email={email} />
      <ApiProvider key={id} {...staffApi.api}>
        <EstimateSection email={email} heights={staffApi.heights} />
      </ApiProvider>
    </>
  )
}
