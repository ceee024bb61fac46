import { consumeOrThrow } from '#server/accounts/limits/attempts.ts'
import type { AccountDeps } from '#server/accounts/passwords/account-deps.ts'
import { getHashingQueue } from '#server/accounts/passwords/password-hasher.ts'
import type { ActiveSession } from '#server/accounts/sessions/sessions.ts'
import { AppError } from '#server/errors.ts'
import { minuteMs } from '#shared/durations.ts'
import { recentProofMinutes } from '#shared/second-factor.ts'
import { proofRequired } from './second-factor-errors.ts'

/** A signed-in browser that changes the second factor of its own account. */
export type OwnFactorDeps = AccountDeps & { readonly session: ActiveSession; readonly user: ActiveSession['user'] }

type ProofDeps = Pick<OwnFactorDeps, 'database' | 'clock'> & { readonly session: Pick<ActiveSession, 'id'> }

/** @throws {AppError} `proof_required` if the last proof of identity is too old */
export async function assertProvedRecently({ database, clock, session }: ProofDeps): Promise<void> {
  const stored = await database.read.session.findUnique({ where: { id: session.id }, select: { verifiedAt: true } })
  const sinceMs = clock.now().getTime() - (stored?.verifiedAt?.getTime() ?? 0)
  // The clock may be set back.
  if (Math.abs(sinceMs) > recentProofMinutes * minuteMs) throw proofRequired()
}

/** @returns until when changes are allowed, or null */
export async function provedUntil({ database, session }: OwnFactorDeps): Promise<Date | null> {
  const stored = await database.read.session.findUnique({ where: { id: session.id }, select: { verifiedAt: true } })
  return stored?.verifiedAt ? new Date(stored.verifiedAt.getTime() + recentProofMinutes * minuteMs) : null
}

/**
 * Proves by the password who is signed in.
 *
 * @throws {AppError} `invalid_credentials` or `too_many_attempts`
 * @throws {DatabaseUnavailable}
 */
export async function proveByPassword(
  { database, clock, serverKey, hasher, session, user }: OwnFactorDeps,
  { password }: { readonly password: string },
): Promise<void> {
  const attempt = [{ limit: 'change-password', subject: user.id }] as const
  await consumeOrThrow(database, serverKey, attempt, clock.now())
  const stored = await database.read.user.findUnique({ where: { id: user.id }, select: { passwordHash: true } })
  if (!(await hasher.verify(password, stored?.passwordHash ?? null, getHashingQueue(user)))) {
    const message = 'That isn’t your password.'
    throw new AppError('unauthenticated', message, {
      reason: 'invalid_credentials',
      fieldErrors: { password: [message] },
    })
  }
  await database.transaction((transaction) =>
    transaction.session.updateMany({ where: { id: session.id }, data: { verifiedAt: clock.now() } }),
  )
}
