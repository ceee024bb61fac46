import { v7 as newId } from 'uuid'
import type { Transaction } from '#server/database/database.ts'

export const accountMailKinds = [
  'account.confirmation',
  /** Follows a sign-up with a confirmed address. */
  'account.exists',
  'account.reset',
  /** The first password was set. */
  'account.ready',
  'account.password-changed',
  'account.locked',
  'account.app-added',
  'account.app-replaced',
  'account.app-removed',
  'account.passkey-added',
  'account.passkey-removed',
  /** Its counter went backwards. */
  'account.passkey-refused',
  'account.recovery-codes-made',
  'account.recovery-code-used',
  'account.second-factor-reset',
  /** Too many wrong codes after the right password. */
  'account.second-factor-locked',
  /** A colleague invited the person. */
  'account.invitation',
  /** An account that can sign in has another role now. */
  'account.role-given',
  /** A colleague has left, and the person has their open estimates now. */
  'account.took-over',
] as const
export type AccountMailKind = (typeof accountMailKinds)[number]

/**
 * Queueing reads no account, so that it takes the same time for every address. Wake the outbox after the commit.
 *
 * @param address in lower case
 */
export async function addAccountMail(
  { outboxMessage }: Pick<Transaction, 'outboxMessage'>,
  { kind, address, now }: { readonly kind: AccountMailKind; readonly address: string; readonly now: Date },
): Promise<void> {
  const id = newId({ msecs: now.getTime() })
  await outboxMessage.create({ data: { id, kind, address, createdAt: now, nextAttemptAt: now } })
}

export function isAccountMailKind(kind: string): kind is AccountMailKind {
  return accountMailKinds.some((known) => known === kind)
}
