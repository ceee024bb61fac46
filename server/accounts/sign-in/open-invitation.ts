import type { AccountDeps } from '#server/accounts/passwords/account-deps.ts'
import { linkExpired } from '#server/accounts/passwords/account-errors.ts'
import type { Invitation } from '#shared/account.ts'
import { findLink } from './email-links.ts'

/**
 * Reads whom an invitation is for. The link stays usable.
 *
 * @throws {AppError} `otp_expired`, `link_used` or `too_many_attempts`
 */
export async function openInvitation(deps: AccountDeps, { token }: { readonly token: string }): Promise<Invitation> {
  const { userId } = await findLink(deps, { token, purposes: ['invitation'] })
  const user = await deps.database.read.user.findUnique({
    where: { id: userId },
    select: { email: true, name: true },
  })
  if (!user) throw linkExpired()
  return user
}
