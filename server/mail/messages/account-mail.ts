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
  /** The passkey's counter went backwards. */
  'account.passkey-refused',
  'account.recovery-codes-made',
  'account.recovery-code-used',
  'account.second-factor-reset',
  /** There were too many wrong codes after the right password. */
  'account.second-factor-locked',
  /** It goes to the new address, which has to be confirmed. */
  'account.email-change',
  /** It is sent instead if the new address belongs to another account. */
  'account.email-taken',
  /** It goes to the former address. */
  'account.email-changed',
  /** It goes to the former address, which was restored. The password no longer works. */
  'account.email-restored',
  /** It goes to the address that the account had in between. */
  'account.email-undone',
  /** A colleague invited the person. */
  'account.invitation',
  /** An account that can sign in has another role now. */
  'account.role-given',
  /** A colleague has left, and the person has their open estimates now. */
  'account.took-over',
  /** A staff member asked for it. */
  'account.test',
] as const
export type AccountMailKind = (typeof accountMailKinds)[number]

/**
 * Queueing reads no account, so that it takes the same time for every address. Wake the outbox after the commit.
 *
 * @param address in lower case
 * @returns the message's id
 */
export async function addAccountMail(
  { outboxMessage }: Pick<Transaction, 'outboxMessage'>,
  { kind, address, now }: { readonly kind: AccountMailKind; readonly address: string; readonly now: Date },
): Promise<string> {
  const id = newId({ msecs: now.getTime() })
  await outboxMessage.create({ data: { id, kind, address, createdAt: now, nextAttemptAt: now } })
  return id
}

export function isAccountMailKind(kind: string): kind is AccountMailKind {
  return accountMailKinds.some((known) => known === kind)
}
