import { v7 as newId } from 'uuid'
import { type ActiveSession, endSessionsOfUser } from '#server/accounts/sessions/sessions.ts'
import type { ReadClient, Statements, Transaction } from '#server/database/database.ts'
import { secondFactorDutySetting } from '#server/database/queries/queries.ts'
import { isRequiredFor, type SecondFactorMethod, type SecondFactorState } from '#shared/second-factor.ts'
import { newRecoveryCodes, recoveryCodeDigest } from './recovery-codes.ts'

export type FactorTables = Pick<Transaction, 'totpSecret' | 'recoveryCode' | 'passkey'>

/**
 * Changes of one account's factors wait for each other: of two that go at the same time, each would leave the account
 * to the other's factor. Call it first.
 */
export async function lockFactors({ lock }: Pick<Statements, 'lock'>, userId: string): Promise<void> {
  await lock([`second factor ${userId}`])
}

/** The ways in which an account can complete a sign-in, in the order in which they are offered. */
export async function readMethods(
  { totpSecret, recoveryCode, passkey }: FactorTables,
  userId: string,
): Promise<SecondFactorMethod[]> {
  const app = await totpSecret.count({ where: { userId, confirmedAt: { not: null } } })
  const passkeys = await passkey.count({ where: { userId } })
  const codes = await recoveryCode.count({ where: { userId, usedAt: null } })
  return [
    ...(app > 0 ? (['app'] as const) : []),
    ...(passkeys > 0 ? (['passkey'] as const) : []),
    ...(codes > 0 ? (['recovery-code'] as const) : []),
  ]
}

/** Reads what the owner may see of the second factor. */
export async function readFactors(
  { totpSecret, recoveryCode, passkey, setting }: ReadClient,
  { user: { id: userId, role } }: Pick<ActiveSession, 'user'>,
  appProblem: string | null,
): Promise<SecondFactorState> {
  const app = await totpSecret.findUnique({ where: { userId }, select: { confirmedAt: true } })
  const passkeys = await passkey.findMany({
    where: { userId },
    orderBy: { createdAt: 'asc' },
    select: { id: true, name: true, createdAt: true, lastUsedAt: true, backedUp: true },
  })
  const recoveryCodesLeft = await recoveryCode.count({ where: { userId, usedAt: null } })
  const duty = await setting.findUnique({ where: { name: secondFactorDutySetting }, select: { value: true } })
  return {
    app: app?.confirmedAt ? { since: app.confirmedAt.toISOString() } : null,
    appProblem,
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt, backedUp }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      isBackedUp: backedUp,
    })),
    recoveryCodesLeft,
    isRequired: isRequiredFor(duty?.value ?? null, role),
  }
}

type Added = { readonly userId: string; readonly sessionId: string; readonly serverKey: Buffer; readonly now: Date }

/**
 * Switches the second factor on with the first one, and ends the account's other sessions: they may be an attacker's.
 *
 * @returns recovery codes to show, if there are none yet
 */
export async function factorAdded(
  transaction: Transaction,
  { userId, sessionId, serverKey, now }: Added,
): Promise<string[] | null> {
  await endSessionsOfUser(transaction, userId, sessionId)
  await transaction.user.updateMany({ where: { id: userId, secondFactorAt: null }, data: { secondFactorAt: now } })
  const existing = await transaction.recoveryCode.count({ where: { userId } })
  return existing > 0 ? null : await replaceRecoveryCodes(transaction, { userId, serverKey, now })
}

/** @returns the new codes, of which only digests are stored */
export async function replaceRecoveryCodes(
  { recoveryCode }: Pick<Transaction, 'recoveryCode'>,
  { userId, serverKey, now }: Omit<Added, 'sessionId'>,
): Promise<string[]> {
  const codes = newRecoveryCodes()
  await recoveryCode.deleteMany({ where: { userId } })
  await recoveryCode.createMany({
    data: codes.map((code) => ({
      id: newId(),
      userId,
      digest: recoveryCodeDigest(serverKey, userId, code) ?? '',
      createdAt: now,
    })),
  })
  return codes
}

/** Call it after a factor was removed. Without any left, signing in takes the password alone. */
export async function switchOffWithoutFactors(transaction: Transaction, userId: string): Promise<void> {
  const left = (await readMethods(transaction, userId)).filter((method) => method !== 'recovery-code')
  if (left.length === 0) await removeAllFactors(transaction, userId)
}

/** Removes the factors that were added from an instant on: the owner may not know them. */
export async function removeFactorsSince(transaction: Transaction, userId: string, since: Date): Promise<void> {
  await transaction.totpSecret.deleteMany({ where: { userId, confirmedAt: { gte: since } } })
  const begun = { userId, pendingAt: { gte: since } }
  await transaction.totpSecret.updateMany({ where: begun, data: { pendingSecret: null, pendingAt: null } })
  await transaction.passkey.deleteMany({ where: { userId, createdAt: { gte: since } } })
  await transaction.recoveryCode.deleteMany({ where: { userId, createdAt: { gte: since } } })
  await switchOffWithoutFactors(transaction, userId)
}

export async function removeAllFactors(transaction: Transaction, userId: string): Promise<void> {
  await transaction.totpSecret.deleteMany({ where: { userId } })
  await transaction.passkey.deleteMany({ where: { userId } })
  await transaction.recoveryCode.deleteMany({ where: { userId } })
  await transaction.user.updateMany({ where: { id: userId }, data: { secondFactorAt: null } })
}
