import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useAuth } from '#client/lib/auth/use-auth.ts'
import { PendingPage } from './pending-page.tsx'

type AuthGuardProps = {
  children: ReactNode
  /** Shown instead while the server cannot be reached, as far as it is known. */
  withoutConnection?: ReactNode
}

/** Redirects visitors who are not signed in. Only the server checks permissions. */
export function AuthGuard({ children, withoutConnection }: AuthGuardProps) {
  const auth = useAuth()
  const isUnknown = auth.status === 'loading' || (auth.status === 'signed-out' && auth.isGuess === true)
  if (isUnknown && withoutConnection) return withoutConnection
  if (auth.status === 'loading') return <PendingPage />
  return auth.status === 'signed-in' ? children : <RedirectToSignIn />
}

function RedirectToSignIn() {
  const { history, state } = useRouter()
  // The URL on mount: during the redirect the router's state already has the next one.
  const [from] = useState(state.location.href)

  useEffect(() => {
    // For users who came for the plain dashboard, the sign-in page decides where they go.
    history.replace(from === '/admin' ? '/auth' : `/auth?next=${encodeURIComponent(from)}`)
  }, [history, from])

  return <PendingPage />
}
