import { useEffect, useState } from 'react'
import { auth } from '#client/lib/auth/auth-client.ts'
import { logError } from '#client/lib/log-error.ts'
import { buttonClass } from './button-class.ts'

const loadToaster = () => import('./toaster.tsx')

/** Ends the session; the page stays. */
export function SignOutButton() {
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    // There by the time it has to tell of a lost connection. Should it not come, the press below asks for it again.
    loadToaster().catch(() => undefined)
  }, [])

  async function signOut(): Promise<void> {
    setBusy(true)
    try {
      await auth.signOut()
    } catch (error) {
      logError('Signing out failed.', error)
      const { bringToaster, showFailure } = await loadToaster()
      bringToaster()
      showFailure({ title: 'Sign Out Failed', message: 'You are still signed in. Please try again.' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <button type="button" className={buttonClass('quiet', 'compact')} disabled={busy} onClick={() => void signOut()}>
      Sign Out
    </button>
  )
}
