import { digestOf, sameDigest } from '#server/auth/secrets.ts'
import { createSession, type IssuedSession } from '#server/auth/sessions.ts'
import { AppError } from '#server/errors.ts'
import { linkExpired } from './account-errors.ts'
import type { AccountDeps } from './accounts.ts'
import { findLink, verifyEmail } from './email-links.ts'
import { type VerifiedAccount, verifyPassword } from './verify-password.ts'

/** Shows that the link was opened by the person who signed up. */
type Proof = {
  /** Has to be true of the account when it is confirmed. */
  readonly condition: { readonly pendingDigest: string } | { readonly passwordHash: string }
  readonly forgetFailures?: VerifiedAccount['forgetFailures']
}

/**
 * Confirms an email address by the link that was sent to it, and signs this browser in. The link alone is not enough: a
 * stranger may have signed up and count on the owner of the address to open it. It takes the browser that signed up, or
 * the password.
 *
 * @throws {AppError} `otp_expired`, the only one after which the link is useless; `password_required` in another
 *   browser; `invalid_credentials` or `too_many_attempts` for the password
 * @throws {DatabaseUnavailable} nothing has changed
 */
export async function confirmEmail(
  deps: AccountDeps,
  { token, password }: { readonly token: string; readonly password?: string | undefined },
): Promise<IssuedSession> {
  const { database, clock, config, serverKey, caller } = deps
  const { userId } = await findLink(deps, { token, purposes: ['confirmation'] })
  const proof = (await browserProof(deps, userId)) ?? (await passwordProof(deps, userId, password))

  const now = clock.now()
  return await database.transaction(async (transaction, statements) => {
    await proof.forgetFailures?.(transaction, statements)
    // Another sign-up may have set another password meanwhile, from another browser.
    const { count } = await transaction.user.updateMany({
      where: { id: userId, confirmedAt: null, ...proof.condition },
      data: { pendingDigest: null },
    })
    if (count === 0) throw linkExpired()
    await verifyEmail(transaction, { token, userId, adminEmails: config.adminEmails, now })
    const { userAgent: device, cookies } = caller
    return await createSession(transaction, { userId, device, cookies, serverKey }, now)
  })
}

async function browserProof({ database, caller }: AccountDeps, id: string): Promise<Proof | undefined> {
  const stored = await database.read.user.findUnique({ where: { id }, select: { pendingDigest: true } })
  const { pending } = caller.cookies
  if (!pending || !stored?.pendingDigest) return undefined
  const { pendingDigest } = stored
  return sameDigest(pendingDigest, digestOf(pending)) ? { condition: { pendingDigest } } : undefined
}

async function passwordProof(deps: AccountDeps, id: string, password: string | undefined): Promise<Proof> {
  if (password === undefined)
    throw new AppError('invalid', 'Please enter your password to confirm that it was you who signed up.', {
      reason: 'password_required',
    })
  const user = await deps.database.read.user.findUnique({ where: { id }, select: { email: true } })
  if (!user) throw linkExpired()
  const { passwordHash, forgetFailures } = await verifyPassword(deps, { email: user.email, password })
  return { condition: { passwordHash }, forgetFailures }
}
