import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useAuth } from '#client/lib/auth/use-auth.ts'
import { PendingPage } from './pending-page.tsx'

/** Shows its content to signed-in users and sends others to sign in. Permissions are checked by the server alone. */
export function AuthGuard({ children }: { children: ReactNode }) {
  const { status } = useAuth()
  if (status === 'loading') return <PendingPage />
  return status === 'signed-in' ? children : <RedirectToSignIn />
}

function RedirectToSignIn() {
  const { history, state } = useRouter()
  // The address on mount: during the redirect the router's state already has the next one.
  const [from] = useState(state.location.href)

  useEffect(() => {
    // Signing in from the dashboard's plain address leads to the home page, as on the sign-in page itself.
    history.replace(from === '/admin' ? '/auth' : `/auth?next=${encodeURIComponent(from)}`)
  }, [history, from])

  return <PendingPage />
}
