import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { auth } from '#client/lib/auth/auth-client.ts'
import { useAuth } from '#client/lib/auth/use-auth.ts'
import { PendingPage } from './pending-page.tsx'
import { SecondFactorGate } from './second-factor/second-factor-gate.tsx'

/** Redirects visitors who are not signed in. Only the server checks permissions. */
export function AuthGuard({ children }: { children: ReactNode }) {
  const state = useAuth()
  const lacksSecondFactor = state.status === 'signed-in' && state.user.lacksSecondFactor === true
  // It stays until the recovery codes have been read, although another tab may hear of the new factor before.
  const [isGated, setIsGated] = useState(lacksSecondFactor)
  if (lacksSecondFactor && !isGated) setIsGated(true)

  async function leaveGate(): Promise<void> {
    await auth.reload()
    setIsGated(false)
  }

  if (state.status === 'loading') return <PendingPage />
  if (state.status === 'signed-out') return <RedirectToSignIn />
  return isGated ? <SecondFactorGate email={state.user.email} onDone={() => void leaveGate()} /> : children
}

function RedirectToSignIn() {
  const { history, state } = useRouter()
  // The URL on mount: during the redirect the router's state already has the next one.
  const [from] = useState(state.location.href)

  useEffect(() => {
    // Users who came for the plain dashboard go home after they sign in, as on the sign-in page.
    history.replace(from === '/admin' ? '/auth' : `/auth?next=${encodeURIComponent(from)}`)
  }, [history, from])

  return <PendingPage />
}
