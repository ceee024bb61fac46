import { useHydrated, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { auth } from '#client/lib/auth/auth-client.ts'
import { logError } from '#client/lib/log-error.ts'
import { buttonClass } from './button-class.ts'
import { prepareToasts, showError } from './toasts.tsx'

/** The page's own work comes first. */
const prepareAfterMs = 2_000

type SignOutButtonProps = {
  look?: Parameters<typeof buttonClass>[0]
  /** Whether the page needs an account, so that the home page replaces it. */
  leave?: boolean
}

export function SignOutButton({ look = 'quiet', leave = false }: SignOutButtonProps) {
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    const timer = setTimeout(prepareToasts, prepareAfterMs)
    return () => clearTimeout(timer)
  }, [])

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
    // Replaces the sign-in page, to which the guard is already redirecting.
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
