import { useHydrated, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { auth } from '#client/lib/auth/auth-client.ts'
import { forgetEntryDrafts } from '#client/lib/device-storage.ts'
import { logError } from '#client/lib/log-error.ts'
import { buttonClass } from './button-class.ts'
import { prepareToasts, showError } from './toasts.tsx'

type SignOutButtonProps = {
  look?: Parameters<typeof buttonClass>[0]
  /** On a page for people with accounts alone: one goes to the home page, in its place. Elsewhere one stays. */
  leave?: boolean
}

/** Ends the session. When that fails one is told, and can try again. */
export function SignOutButton({ look = 'quiet', leave = false }: SignOutButtonProps) {
  const navigate = useNavigate()
  // Before the scripts have come a press would do nothing, so it is off.
  const hydrated = useHydrated()
  const [busy, setBusy] = useState(false)

  // There by the time it has to tell of a lost connection.
  useEffect(prepareToasts, [])

  async function signOut(): Promise<void> {
    setBusy(true)
    try {
      await auth.signOut()
    } catch (error) {
      logError('Signing out failed.', error)
      showError({ title: 'Sign Out Failed', message: 'You are still signed in. Please try again.' })
      setBusy(false)
      return
    }
    // On a public page, nothing of the dashboard may have been loaded that would do it.
    forgetEntryDrafts()
    // In place of the sign-in page, which the guard is already on the way to.
    if (leave) await navigate({ to: '/', replace: true })
    setBusy(false)
  }

  return (
    <button
      type="button"
      className={buttonClass(look, 'compact')}
      disabled={busy || !hydrated}
      onClick={() => void signOut()}
    >
      Sign Out
    </button>
  )
}
