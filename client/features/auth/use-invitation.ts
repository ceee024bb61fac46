import { useEffect, useState } from 'react'
import { errorReason, isExpiredLink } from '#client/lib/api-error.ts'
import { auth } from '#client/lib/auth/auth-client.ts'
import type { Invitation } from '#shared/account.ts'

/** Without a response, the form asks for the name as if it were unknown. */
const unknown: Invitation = { email: '', name: null }

/** A link is gone if it has expired, was withdrawn or never existed. */
export type DeadLink = 'used' | 'gone'

/** @returns undefined for an error that is not the link's */
export function toDeadLink(error: unknown): DeadLink | undefined {
  if (errorReason(error) === 'link_used') return 'used'
  return isExpiredLink(error) ? 'gone' : undefined
}

/**
 * Reads whom an invitation is for. It stays usable.
 *
 * @param token undefined if there is no invitation
 * @returns `dead` if it was used, has expired or was withdrawn
 */
export function useInvitation(token: string | undefined): { invitation?: Invitation; dead?: DeadLink } {
  const [found, setFound] = useState<{ token: string; invitation?: Invitation; dead?: DeadLink }>()

  useEffect(() => {
    if (token === undefined) return
    let isCurrent = true
    auth.openInvitation({ token }).then(
      (invitation) => isCurrent && setFound({ token, invitation }),
      (error) => {
        const dead = toDeadLink(error)
        if (isCurrent) setFound({ token, ...(dead ? { dead } : { invitation: unknown }) })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [token])

  return token !== undefined && found?.token === token ? found : {}
}
