import { openSecret, type SecretPlace, SecretUnreadable, sealSecret } from '#server/accounts/secrets/secret-box.ts'
import type { Transaction } from '#server/database/database.ts'
import { appCodesUnavailable } from './second-factor-errors.ts'
import { matchingStep } from './totp.ts'

/** A secret moves from one column to the other, so both count as one place. */
function toSecretPlace(userId: string): SecretPlace {
  return { table: 'totp_secrets', column: 'secret', userId }
}

export function sealAppSecret(key: Buffer, userId: string, secret: string): string {
  return sealSecret(key, toSecretPlace(userId), secret)
}

/** @throws {AppError} without the key that sealed it */
export function openAppSecret(key: Buffer | undefined, userId: string, stored: string): string {
  if (!key) throw appCodesUnavailable()
  try {
    return openSecret(key, toSecretPlace(userId), stored)
  } catch (error) {
    if (error instanceof SecretUnreadable) throw appCodesUnavailable(error)
    throw error
  }
}

type TypedCode = {
  readonly key: Buffer | undefined
  readonly userId: string
  readonly code: string
  readonly now: Date
}

/**
 * Uses up a code of the account's app.
 *
 * @returns false for a wrong one, and for one that was used
 * @throws {AppError} without the key that sealed the secret
 */
export async function consumeAppCode(
  { totpSecret }: Pick<Transaction, 'totpSecret'>,
  { key, userId, code, now }: TypedCode,
): Promise<boolean> {
  const stored = await totpSecret.findUnique({ where: { userId }, select: { secret: true, confirmedAt: true } })
  if (!stored?.secret || !stored.confirmedAt) return false
  const step = matchingStep(openAppSecret(key, userId, stored.secret), code.replaceAll(/[\s-]/g, ''), now)
  if (step === undefined) return false
  // Of two requests with one code, the second changes no row.
  const { count } = await totpSecret.updateMany({
    where: { userId, OR: [{ lastStep: null }, { lastStep: { lt: step } }] },
    data: { lastStep: step },
  })
  return count > 0
}
