import { recordFailedSignIn } from '#server/accounts/audit/record-failure.ts'
import { type Owner, recordInLog } from '#server/accounts/audit/record-in-log.ts'
import { forgetAttempts, lockAttempts, refundAttempts, tooManyAttempts } from '#server/accounts/limits/attempts.ts'
import { rateLimitKey } from '#server/accounts/limits/client-ip.ts'
import { limits, type RateLimitKey } from '#server/accounts/limits/limits.ts'
import { isStaffDevice, knownDevice } from '#server/accounts/sessions/known-device.ts'
import type { Statements, Transaction } from '#server/database/database.ts'
import { addAccountMail } from '#server/mail/messages/account-mail.ts'
import type { AccountDeps } from './account-deps.ts'
import { invalidCredentials } from './account-errors.ts'

type AttemptDeps = Pick<
  AccountDeps,
  'database' | 'clock' | 'serverKey' | 'hasher' | 'client' | 'wakeOutbox' | 'afterResponse'
>
type Credentials = { readonly email: string; readonly password: string }

const accountSelect = { id: true, email: true, role: true, passwordHash: true, secondFactorAt: true } as const
type Account = Owner & { readonly passwordHash: string | null; readonly secondFactorAt: Date | null }

export type VerifiedAccount = {
  readonly id: string
  /** Callers check in their transaction that it is unchanged. */
  readonly passwordHash: string
  /**
   * Before the second factor, only this attempt is refunded: otherwise a known password would allow endless guesses of
   * codes. Call it first in its transaction.
   */
  forgetFailures(transaction: Transaction, statements: Statements): Promise<void>
}

/**
 * Counts first, so that concurrent attempts cannot slip past. Unknown accounts take the same time.
 *
 * @throws {AppError} `invalid_credentials`, `too_many_attempts`, or `unavailable`, which is not counted
 * @throws {DatabaseUnavailable}
 */
export async function verifyPassword(deps: AttemptDeps, { email, password }: Credentials): Promise<VerifiedAccount> {
  const { database, clock, serverKey, hasher, client } = deps
  const queue = isStaffDevice(serverKey, email, client.cookies.device) ? 'staff' : 'others'
  hasher.assertRoom(queue)
  const account = await database.read.user.findUnique({ where: { email }, select: accountSelect })
  const keys = signInKeys(deps, email, account)
  const failures = await countAttempt(deps, keys, account)
  const passwordHash = failures > maxFailures ? null : (account?.passwordHash ?? null)

  const isRight = await hasher.verify(password, passwordHash, queue).catch(async (error: unknown) => {
    await refundAttempts(database, serverKey, [...keys.limiting, ...keys.streak, keys.total], clock.now())
    throw error
  })
  if (!isRight || !account || passwordHash === null) {
    recordFailedSignIn(deps, { account, details: { by: 'password', inARow: failures } })
    throw invalidCredentials()
  }

  return {
    id: account.id,
    passwordHash,
    async forgetFailures(transaction, statements) {
      if (account.secondFactorAt) {
        const counters = await lockAttempts(statements, serverKey, [...keys.limiting, ...keys.streak])
        for (const key of [...keys.limiting, ...keys.streak]) counters.refund(key, clock.now())
        await statements.writeAttempts(counters.changed)
        return
      }
      const counters = await lockAttempts(statements, serverKey, [...keys.ofAccount, ...keys.ofIp])
      for (const key of keys.ofIp) counters.refund(key, clock.now())
      await statements.writeAttempts(counters.changed)
      await forgetAttempts(transaction, serverKey, keys.ofAccount)
    },
  }
}

export type SignInKeys = {
  readonly limiting: readonly RateLimitKey[]
  /** It counts passwords, and the right one does not refund it. */
  readonly total: RateLimitKey
  /** It is empty in a known browser. */
  readonly streak: readonly RateLimitKey[]
  readonly ofAccount: readonly RateLimitKey[]
  /** The right password only refunds these: other accounts count here, too. */
  readonly ofIp: readonly RateLimitKey[]
}

export function signInKeys(
  { serverKey, client }: Pick<AttemptDeps, 'serverKey' | 'client'>,
  email: string,
  account: { readonly id: string } | null,
): SignInKeys {
  const ip = rateLimitKey(client.ip)
  const device = account && knownDevice(serverKey, account.id, client.cookies.device)
  const byAccount: RateLimitKey[] = [
    { limit: 'sign-in', subject: `${email} ${ip}` },
    { limit: 'sign-in-account', subject: email },
  ]
  const streak: RateLimitKey = { limit: account ? 'sign-in-streak' : 'sign-in-no-account', subject: email }
  if (device) {
    const limiting: RateLimitKey[] = [{ limit: 'sign-in-device', subject: `${email} ${device}` }]
    const total: RateLimitKey = { limit: 'sign-in-total', subject: `${email} known` }
    return { limiting, total, streak: [], ofAccount: [...byAccount, streak, ...limiting], ofIp: [] }
  }
  const ofIp: RateLimitKey[] = [{ limit: 'sign-in-ip', subject: ip }]
  const total: RateLimitKey = { limit: 'sign-in-total', subject: email }
  return { limiting: [...byAccount, ...ofIp], total, streak: [streak], ofAccount: [...byAccount, streak], ofIp }
}

/** @returns the failures in a row, this one included, beyond which the account is locked; 0 in a known browser */
async function countAttempt(deps: AttemptDeps, keys: SignInKeys, account: Account | null): Promise<number> {
  const { database, clock, serverKey, wakeOutbox } = deps
  const now = clock.now()
  const { result, failures } = await database.transaction(async (transaction, statements) => {
    const limiting = [...keys.limiting, keys.total]
    const counters = await lockAttempts(statements, serverKey, [...limiting, ...keys.streak])
    const result = counters.consume(limiting, now)
    const [failures = 0] = result.refused ? [] : keys.streak.map((streak) => counters.count(streak, now))
    await statements.writeAttempts(counters.changed)
    // The email is sent once, for the first unevaluated attempt.
    if (account && failures === maxFailures + 1) {
      await addAccountMail(transaction, { kind: 'account.locked', address: account.email, now })
      const details = { limit: 'sign-in-streak' }
      await recordInLog(transaction, { kind: 'sign-in.limited', owner: account, by: null, details, now })
    }
    return { result, failures }
  })
  if (result.refused) throw tooManyAttempts(result.retryAfterSeconds)
  if (failures === maxFailures + 1) wakeOutbox()
  return failures
}

const maxFailures = limits['sign-in-streak'].attempts
