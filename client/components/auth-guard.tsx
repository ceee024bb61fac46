import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { auth } from '#client/lib/auth/auth-client.ts'
import { useAuth } from '#client/lib/auth/use-auth.ts'
import { PendingPage } from './pending-page.tsx'
import { SecondFactorGate } from './second-factor/second-factor-gate.tsx'

type AuthGuardProps = {
  children: ReactNode
  /** It is shown instead while the server cannot be reached, as far as it is known. */
  withoutConnection?: ReactNode
}

/** Redirects visitors who are not signed in. Only the server checks permissions. */
export function AuthGuard({ children, withoutConnection }: AuthGuardProps) {
  const state = useAuth()
  const lacksSecondFactor = state.status === 'signed-in' && state.user.lacksSecondFactor === true
  // It stays until the recovery codes have been read, although another tab may hear of the new factor before.
  const [isGated, setIsGated] = useState(lacksSecondFactor)
  if (lacksSecondFactor && !isGated) setIsGated(true)

  async function leaveGate(): Promise<void> {
    await auth.reload()
    setIsGated(false)
  }

  const isUnknown = state.status === 'loading' || (state.status === 'signed-out' && state.isGuess === true)
  if (isUnknown && withoutConnection) return withoutConnection
  if (state.status === 'loading') return <PendingPage isAlone />
  if (state.status === 'signed-out') return <RedirectToSignIn />
  return isGated ? <SecondFactorGate email={state.user.email} onDone={() => void leaveGate()} /> : children
}

function RedirectToSignIn() {
  const { history, state } = useRouter()
  // The URL on mount: during the redirect the router's state already has the next one.
  const [from] = useState(state.location.href)

  useEffect(() => {
    history.replace(`/auth?next=${encodeURIComponent(from)}`)
  }, [history, from])

  return <PendingPage isAlone />
}
