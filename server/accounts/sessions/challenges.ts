import { newSecret, toDigest } from '#server/accounts/secrets/secrets.ts'
import { addMs } from '#server/clock.ts'
import type { ReadClient, Transaction } from '#server/database/database.ts'
import { minuteMs } from '#shared/durations.ts'

const challengeLifetimeMs = 5 * minuteMs

/** The browser's, of which one holds the secret. */
type Cookies = { readonly challenge?: string }

export type ChallengePurpose =
  /** The password was right; the second factor is missing. */
  | 'second-factor'
  /** A passkey signs in. */
  | 'passkey-sign-in'
  /** A passkey proves again who is signed in. */
  | 'passkey-proof'
  | 'passkey-registration'

type NewChallenge = {
  readonly purpose: ChallengePurpose
  readonly userId: string | null
  /** A passkey signs it. */
  readonly challenge: string | null
  /** The challenge of these cookies ends. */
  readonly cookies: Cookies
  readonly now: Date
}

/** The cookie `challenge` holds the secret. */
export type IssuedChallenge = { readonly secret: string; readonly expiresAt: Date }

export async function addChallenge(
  transaction: Pick<Transaction, 'signInChallenge'>,
  { purpose, userId, challenge, cookies, now }: NewChallenge,
): Promise<IssuedChallenge> {
  await endChallenge(transaction, cookies)
  const secret = newSecret()
  const expiresAt = addMs(now, challengeLifetimeMs)
  await transaction.signInChallenge.create({
    data: { digest: toDigest(secret), userId, purpose, challenge, expiresAt },
  })
  return { secret, expiresAt }
}

/** Finds the challenge of the browser's cookie. */
export async function findChallenge(
  { signInChallenge }: Pick<ReadClient, 'signInChallenge'>,
  cookies: Cookies,
  purposes: readonly ChallengePurpose[],
  now: Date,
): Promise<{ readonly userId: string | null; readonly challenge: string | null } | undefined> {
  if (!cookies.challenge) return undefined
  const where = { digest: toDigest(cookies.challenge), purpose: { in: [...purposes] }, expiresAt: { gt: now } }
  return (await signInChallenge.findFirst({ where, select: { userId: true, challenge: true } })) ?? undefined
}

/** @returns false if another request was faster */
export async function endChallenge(
  { signInChallenge }: Pick<Transaction, 'signInChallenge'>,
  cookies: Cookies,
): Promise<boolean> {
  if (!cookies.challenge) return false
  const { count } = await signInChallenge.deleteMany({ where: { digest: toDigest(cookies.challenge) } })
  return count > 0
}
