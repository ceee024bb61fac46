import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useAuth } from '#client/lib/auth/use-auth.ts'
import { PendingPage } from './pending-page.tsx'

/**
 * Shows what is in it to whoever is signed in, and sends everybody else to sign in, from where one comes back to pages
 * deeper than the dashboard. What the signed-in person may do is the server's to say.
 */
export function AuthGuard({ children }: { children: ReactNode }) {
  const { status } = useAuth()
  if (status === 'loading') return <PendingPage />
  return status === 'signed-in' ? children : <ToSignIn />
}

function ToSignIn() {
  const { history, state } = useRouter()
  // Where one came to, not where one is being sent.
  const [here] = useState(state.location.href)

  useEffect(() => {
    history.replace(here.startsWith('/admin/') ? `/auth?next=${encodeURIComponent(here)}` : '/auth')
  }, [history, here])

  return <PendingPage />
}
