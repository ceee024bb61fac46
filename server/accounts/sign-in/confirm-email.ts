import type { AccountDeps } from '#server/accounts/passwords/account-deps.ts'
import { linkExpired } from '#server/accounts/passwords/account-errors.ts'
import { type VerifiedAccount, verifyPassword } from '#server/accounts/passwords/verify-password.ts'
import { completePassword, type SignInResult } from '#server/accounts/second-factor/complete-sign-in.ts'
import { sameDigest, toDigest } from '#server/accounts/secrets/secrets.ts'
import { AppError } from '#server/errors.ts'
import { brokenLink, findLink, verifyEmail } from './email-links.ts'

type Proof = {
  /** It must hold at confirmation. */
  readonly condition: { readonly pendingDigest: string } | { readonly passwordHash: string }
  readonly forgetFailures?: VerifiedAccount['forgetFailures']
}

/**
 * Needs the browser that signed up or the password, since a stranger may have signed up with the address.
 * An account with a second factor is not signed in by a link alone.
 *
 * @throws {AppError} `otp_expired`, `link_used`, `password_required`, `invalid_credentials` or `too_many_attempts`; the link
 *   stays valid except after the first two
 * @throws {DatabaseUnavailable}
 */
export async function confirmEmail(
  deps: AccountDeps,
  { token, password }: { readonly token: string; readonly password?: string | undefined },
): Promise<SignInResult> {
  const { database, clock, config } = deps
  const { userId, purpose } = await findLink(deps, { token, purposes: ['confirmation'] })
  const proof = (await browserProof(deps, userId)) ?? (await passwordProof(deps, userId, password))

  const now = clock.now()
  return await database.transaction(async (transaction, statements) => {
    await proof.forgetFailures?.(transaction, statements)
    // Another sign-up may have replaced these.
    const where = { id: userId }
    const { count } = await transaction.user.updateMany({
      where: { ...where, confirmedAt: null, ...proof.condition },
      data: { pendingDigest: null },
    })
    if (count === 0) throw await brokenLink(transaction, { token, now })
    await verifyEmail(transaction, { token, userId, purpose, adminEmails: config.adminEmails, now })
    const select = { id: true, email: true, role: true, secondFactorAt: true } as const
    return await completePassword(transaction, deps, await transaction.user.findUniqueOrThrow({ where, select }))
  })
}

async function browserProof({ database, client }: AccountDeps, id: string): Promise<Proof | undefined> {
  const stored = await database.read.user.findUnique({ where: { id }, select: { pendingDigest: true } })
  const { pending } = client.cookies
  if (!pending || !stored?.pendingDigest) return undefined
  const { pendingDigest } = stored
  return sameDigest(pendingDigest, toDigest(pending)) ? { condition: { pendingDigest } } : undefined
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
