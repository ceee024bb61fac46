import { digestOf, sameDigest } from '#server/auth/secrets.ts'
import { createSession, type IssuedSession } from '#server/auth/sessions.ts'
import { AppError } from '#server/errors.ts'
import type { AccountDeps } from './deps.ts'
import { findLink, linkExpired, verifyEmail } from './email-links.ts'
import { type VerifiedAccount, verifyPassword } from './verify-password.ts'

/** What showed that whoever opened the link is who signed up. */
type Proof = {
  /** Of the account, when it is confirmed. */
  readonly stillHolds: { readonly pendingDigest: string } | { readonly passwordHash: string }
  readonly forgetFailures?: VerifiedAccount['forgetFailures']
}

/**
 * Confirms an address by the link that was mailed to it, and signs this browser in. The link alone is not enough:
 * whoever signed up may have counted on somebody else to open it. It takes the browser that signed up, or the password.
 *
 * @throws {AppError} `otp_expired`; `password_required` where this is another browser; `invalid_credentials` or
 *   `too_many_attempts` for the password: only the first means that the link is of no use any more
 * @throws {DatabaseUnavailable} nothing has changed
 */
export async function confirmEmail(
  deps: AccountDeps,
  { token, password }: { readonly token: string; readonly password?: string | undefined },
): Promise<IssuedSession> {
  const { database, clock, config, serverKey, caller } = deps
  const { userId } = await findLink(deps, { token, purposes: ['confirmation'] })
  const proof = (await pendingProof(deps, userId)) ?? (await passwordProof(deps, userId, password))

  const now = clock.now()
  return await database.transaction(async (transaction, statements) => {
    await proof.forgetFailures?.(transaction, statements)
    // Somebody may have signed up anew meanwhile, with another password and from another browser.
    const { count } = await transaction.user.updateMany({
      where: { id: userId, confirmedAt: null, ...proof.stillHolds },
      data: { pendingDigest: null },
    })
    if (count === 0) throw linkExpired()
    await verifyEmail(transaction, { token, userId, adminEmails: config.adminEmails, now })
    const { userAgent: device, cookies } = caller
    return await createSession(transaction, { userId, device, cookies, serverKey }, now)
  })
}

async function pendingProof({ database, caller }: AccountDeps, id: string): Promise<Proof | undefined> {
  const stored = await database.read.user.findUnique({ where: { id }, select: { pendingDigest: true } })
  const { pending } = caller.cookies
  if (!pending || !stored?.pendingDigest) return undefined
  const { pendingDigest } = stored
  return sameDigest(pendingDigest, digestOf(pending)) ? { stillHolds: { pendingDigest } } : undefined
}

async function passwordProof(deps: AccountDeps, id: string, password: string | undefined): Promise<Proof> {
  if (password === undefined)
    throw new AppError('invalid', 'Please enter your password to confirm that it was you who signed up.', {
      reason: 'password_required',
    })
  const person = await deps.database.read.user.findUnique({ where: { id }, select: { email: true } })
  if (!person) throw linkExpired()
  const { passwordHash, forgetFailures } = await verifyPassword(deps, { email: person.email, password })
  return { stillHolds: { passwordHash }, forgetFailures }
}
