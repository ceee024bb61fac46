import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { auth } from '#client/lib/auth/auth-client.ts'
import { logError } from '#client/lib/log-error.ts'
import { tellFailure } from './failure-toast.ts'

/** Ends the session and goes to the home page. When that fails one stays, is told, and can try again. */
export function useSignOut() {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)

  async function signOut(): Promise<void> {
    setBusy(true)
    try {
      await auth.signOut()
    } catch (error) {
      logError('Signing out failed.', error)
      tellFailure({ title: 'Sign Out Failed', message: 'You are still signed in. Please try again.' })
      setBusy(false)
      return
    }
    // In place of the sign-in page, which the guard is already on the way to.
    await navigate({ to: '/', replace: true })
  }

  return { signOut, busy }
}
