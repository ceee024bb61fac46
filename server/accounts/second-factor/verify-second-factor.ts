import { recordFailedSignIn } from '#server/accounts/audit/record-failure.ts'
import { type Owner, recordInLog } from '#server/accounts/audit/record-in-log.ts'
import { forgetAttempts, lockAttempts, refundAttempts, tooManyAttempts } from '#server/accounts/limits/attempts.ts'
import { limits, type RateLimitKey } from '#server/accounts/limits/limits.ts'
import type { AccountDeps } from '#server/accounts/passwords/account-deps.ts'
import { type SignInKeys, signInKeys } from '#server/accounts/passwords/verify-password.ts'
import { endChallenge, findChallenge } from '#server/accounts/sessions/challenges.ts'
import type { IssuedSession } from '#server/accounts/sessions/sessions.ts'
import type { Transaction } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { addAccountMail } from '#server/mail/messages/account-mail.ts'
import { isAppCode } from '#shared/second-factor.ts'
import { consumeAppCode } from './app-code.ts'
import { startSession } from './complete-sign-in.ts'
import { recordChange } from './record-change.ts'
import { recoveryCodeDigest } from './recovery-codes.ts'
import { challengeExpired, invalidCode, invalidRecoveryCode } from './second-factor-errors.ts'

/** This also matches a code that lacks a digit. */
const looksLikeAppCode = /^[\d\s-]{1,8}$/

const maxGuesses = limits['second-factor-streak'].attempts

export function codeGuesses(userId: string): RateLimitKey {
  return { limit: 'second-factor-streak', subject: userId }
}

/**
 * Completes a sign-in whose password was right, with a code of the app or a recovery code. Failures count as wrong
 * passwords do, and after 100 in a row no code of the app is accepted. Recovery codes are: they cannot be guessed.
 *
 * @throws {AppError} `invalid_code`; `challenge_expired`; `too_many_attempts`; `unavailable`, which is not counted
 * @throws {DatabaseUnavailable}
 */
export async function verifySecondFactor(
  deps: AccountDeps,
  { code }: { readonly code: string },
): Promise<IssuedSession> {
  const { database, clock, serverKey, client, wakeOutbox } = deps
  const pending = await findChallenge(database.read, client.cookies, ['second-factor'], clock.now())
  if (!pending?.userId) throw challengeExpired()
  const select = { id: true, email: true, role: true } as const
  const owner = await database.read.user.findUnique({ where: { id: pending.userId }, select })
  if (!owner) throw challengeExpired()
  const keys = signInKeys(deps, owner.email, owner)
  const wrongCodes = await countCode(deps, keys, owner)
  const isLocked = wrongCodes > maxGuesses

  const session = await database
    .transaction(async (transaction, statements) => {
      const counters = await lockAttempts(statements, serverKey, [...keys.ofAccount, ...keys.ofIp])
      const by = await consumeCode(transaction, deps, { owner, code, isLocked })
      if (!by) return undefined
      for (const key of keys.ofIp) counters.refund(key, clock.now())
      await statements.writeAttempts(counters.changed)
      await forgetAttempts(transaction, serverKey, [...keys.ofAccount, codeGuesses(owner.id)])
      // A new password or another request may have ended it. Throwing takes the code's use back.
      if (!(await endChallenge(transaction, client.cookies))) throw challengeExpired()
      return await startSession(transaction, deps, owner, by)
    })
    .catch(async (error: unknown) => {
      if (error instanceof AppError && error.code === 'unavailable')
        await refundAttempts(
          database,
          serverKey,
          [...keys.limiting, ...keys.streak, codeGuesses(owner.id)],
          clock.now(),
        )
      throw error
    })
  if (!session) {
    const by = looksLikeAppCode.test(code) ? 'app' : 'recovery-code'
    recordFailedSignIn(deps, { account: owner, details: { by, inARow: wrongCodes } })
    throw by === 'app' ? invalidCode() : invalidRecoveryCode()
  }
  wakeOutbox()
  return session
}

/** @returns which kind of code it was; undefined for a wrong one */
async function consumeCode(
  transaction: Transaction,
  { secretsKey, serverKey, clock }: AccountDeps,
  { owner, code, isLocked }: { readonly owner: Owner; readonly code: string; readonly isLocked: boolean },
): Promise<'app' | 'recovery-code' | undefined> {
  const now = clock.now()
  if (isAppCode(code)) {
    const isRight = await consumeAppCode(transaction, { key: secretsKey, userId: owner.id, code, now })
    return isRight && !isLocked ? 'app' : undefined
  }
  const digest = recoveryCodeDigest(serverKey, owner.id, code)
  if (digest === undefined) return undefined
  const where = { userId: owner.id, digest, usedAt: null }
  const { count } = await transaction.recoveryCode.updateMany({ where, data: { usedAt: now } })
  if (count === 0) return undefined
  await recordChange(transaction, { kind: 'second-factor.recovery-code-used', owner, now })
  return 'recovery-code'
}

/**
 * Counts first, so that concurrent attempts cannot slip past.
 *
 * @returns the wrong codes in a row, this one included, beyond which codes of the app are locked
 */
async function countCode(
  { database, clock, serverKey, wakeOutbox }: AccountDeps,
  keys: SignInKeys,
  owner: Owner,
): Promise<number> {
  const now = clock.now()
  const guesses = codeGuesses(owner.id)
  const { result, count } = await database.transaction(async (transaction, statements) => {
    const counters = await lockAttempts(statements, serverKey, [...keys.limiting, ...keys.streak, guesses])
    const result = counters.consume(keys.limiting, now)
    if (!result.refused) for (const key of keys.streak) counters.count(key, now)
    const count = result.refused ? 0 : counters.count(guesses, now)
    await statements.writeAttempts(counters.changed)
    // Told once, for the first code that is not evaluated.
    if (count === maxGuesses + 1) {
      await addAccountMail(transaction, { kind: 'account.second-factor-locked', address: owner.email, now })
      const details = { limit: guesses.limit }
      await recordInLog(transaction, { kind: 'sign-in.limited', owner, by: null, details, now })
    }
    return { result, count }
  })
  if (result.refused) throw tooManyAttempts(result.retryAfterSeconds)
  if (count === maxGuesses + 1) wakeOutbox()
  return count
}
