import { useEffect, useState } from 'react'
import { isExpiredLink } from '#client/lib/api-error.ts'
import { auth } from '#client/lib/auth/auth-client.ts'
import type { Invitation } from '#shared/account.ts'

/** Without a response, the form asks for the name as if it were unknown. */
const unknown: Invitation = { email: '', name: null }

/**
 * Reads whom an invitation is for. It stays usable.
 *
 * @param token undefined if there is no invitation
 * @returns `isGone` if it was used, has expired or was withdrawn
 */
export function useInvitation(token: string | undefined): { invitation: Invitation | undefined; isGone: boolean } {
  const [found, setFound] = useState<{ token: string; invitation: Invitation | 'gone' }>()

  useEffect(() => {
    if (token === undefined) return
    let isCurrent = true
    auth.openInvitation({ token }).then(
      (invitation) => isCurrent && setFound({ token, invitation }),
      (error) => isCurrent && setFound({ token, invitation: isExpiredLink(error) ? 'gone' : unknown }),
    )
    return () => {
      isCurrent = false
    }
  }, [token])

  if (token === undefined || found?.token !== token) return { invitation: undefined, isGone: false }
  return found.invitation === 'gone'
    ? { invitation: undefined, isGone: true }
    : { invitation: found.invitation, isGone: false }
}
