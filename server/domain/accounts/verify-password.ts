import { knownDevice } from '#server/auth/known-device.ts'
import type { Statements, Transaction } from '#server/database/database.ts'
import { addAccountMail } from '#server/mail/messages/account-mail.ts'
import { forgetAttempts, lockAttempts, refundAttempts } from '#server/rate-limits/attempts.ts'
import { rateLimitKey } from '#server/rate-limits/client-ip.ts'
import { limits, type RateLimitKey } from '#server/rate-limits/limits.ts'
import { tooManyAttempts } from '#server/rate-limits/too-many-attempts.ts'
import type { AccountDeps } from './deps.ts'
import { wrongPassword } from './wrong-password.ts'

type AttemptDeps = Pick<AccountDeps, 'database' | 'clock' | 'serverKey' | 'hasher' | 'caller' | 'wakeOutbox'>
type Credentials = { readonly email: string; readonly password: string }

const personSelect = { id: true, email: true, passwordHash: true } as const
type Person = { readonly id: string; readonly email: string; readonly passwordHash: string | null }

/** Somebody whose password was right a moment ago. */
export type VerifiedAccount = {
  readonly id: string
  /** To be found unchanged in the transaction that lets them in: the password may have been changed meanwhile. */
  readonly passwordHash: string
  /** Forgets the failures that were counted for the account. Needs to come first in its transaction. */
  forgetFailures(transaction: Transaction, statements: Statements): Promise<void>
}

/**
 * Tries a password that somebody typed. The attempt is counted before the password is looked at, so that many at once
 * do not slip past the limits. Takes the same steps and as long whether or not there is such an account.
 *
 * @param credentials the address in lower case, the password as typed
 * @throws {AppError} `invalid_credentials`; `too_many_attempts`; or `unavailable`, when too many passwords wait to be
 *   tried: then nothing was counted
 * @throws {DatabaseUnavailable}
 */
export async function verifyPassword(deps: AttemptDeps, { email, password }: Credentials): Promise<VerifiedAccount> {
  const { database, clock, serverKey, hasher } = deps
  hasher.assertRoom()
  const person = await database.read.user.findUnique({ where: { email }, select: personSelect })
  const counted = countersOf(deps, email, person)
  const isLocked = await countAttempt(deps, counted, person)
  const passwordHash = isLocked ? null : (person?.passwordHash ?? null)

  const isRight = await hasher.verify(password, passwordHash).catch(async (error: unknown) => {
    await refundAttempts(database, serverKey, [...counted.limiting, ...counted.streak], clock.now())
    throw error
  })
  if (!isRight || !person || passwordHash === null) throw wrongPassword()

  return {
    id: person.id,
    passwordHash,
    async forgetFailures(transaction, statements) {
      const counters = await lockAttempts(statements, serverKey, [...counted.ofAccount, ...counted.ofAddress])
      for (const one of counted.ofAddress) counters.refund(one, clock.now())
      await statements.writeAttempts(counters.changed)
      await forgetAttempts(transaction, serverKey, counted.ofAccount)
    },
  }
}

type Counters = {
  /** What refuses the attempt when it is used up. */
  readonly limiting: readonly RateLimitKey[]
  /** What locks the account; empty where this browser is known. */
  readonly streak: readonly RateLimitKey[]
  /** What a right password makes forget, and what it only takes back, since it is not about this account alone. */
  readonly ofAccount: readonly RateLimitKey[]
  readonly ofAddress: readonly RateLimitKey[]
}

function countersOf({ serverKey, caller }: AttemptDeps, email: string, person: Person | null): Counters {
  const address = rateLimitKey(caller.ip)
  const device = person && knownDevice(serverKey, person.id, caller.cookies.device)
  const account: RateLimitKey[] = [
    { limit: 'sign-in', subject: `${email} ${address}` },
    { limit: 'sign-in-account', subject: email },
  ]
  const streak: RateLimitKey = { limit: person ? 'sign-in-streak' : 'sign-in-stranger', subject: email }
  if (device) {
    const limiting: RateLimitKey[] = [{ limit: 'sign-in-device', subject: `${email} ${device}` }]
    return { limiting, streak: [], ofAccount: [...account, streak, ...limiting], ofAddress: [] }
  }
  const ofAddress: RateLimitKey[] = [{ limit: 'sign-in-address', subject: address }]
  return { limiting: [...account, ...ofAddress], streak: [streak], ofAccount: [...account, streak], ofAddress }
}

/**
 * Counts an attempt, or refuses it.
 *
 * @returns whether the account takes no password any more, because too many in a row were wrong
 */
async function countAttempt(deps: AttemptDeps, counted: Counters, person: Person | null): Promise<boolean> {
  const { database, clock, serverKey, wakeOutbox } = deps
  const now = clock.now()
  const { taken, failures } = await database.transaction(async (transaction, statements) => {
    const counters = await lockAttempts(statements, serverKey, [...counted.limiting, ...counted.streak])
    const taken = counters.take(counted.limiting, now)
    const [failures = 0] = taken.refused ? [] : counted.streak.map((streak) => counters.count(streak, now))
    await statements.writeAttempts(counters.changed)
    // Once, with the first attempt that is not looked at any more.
    if (person && failures === maxFailures + 1)
      await addAccountMail(transaction, { kind: 'account.locked', address: person.email, now })
    return { taken, failures }
  })
  if (taken.refused) throw tooManyAttempts(taken.retryAfterSeconds)
  if (failures === maxFailures + 1) wakeOutbox()
  return failures > maxFailures
}

const maxFailures = limits['sign-in-streak'].attempts
