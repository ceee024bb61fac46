import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { hideFailure } from '#client/components/toaster.tsx'
import { auth } from '#client/lib/auth/auth-client.ts'
import { reportFailure } from '#client/lib/report-failure.ts'

/** Ends the session and goes home. When that fails, it says so: whoever leaves a computer has to know. */
export function SignOutButton() {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)

  async function signOut(): Promise<void> {
    setBusy(true)
    hideFailure()
    try {
      await auth.signOut()
    } catch (error) {
      reportFailure('Sign Out Failed', error)
      setBusy(false)
      return
    }
    await navigate({ to: '/', replace: true })
  }

  return (
    <button type="button" className={buttonClass('quiet', 'compact')} disabled={busy} onClick={() => void signOut()}>
      {busy ? 'Signing Out...' : 'Sign Out'}
    </button>
  )
}
