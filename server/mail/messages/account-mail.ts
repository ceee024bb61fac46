import { v7 as newId } from 'uuid'
import type { Transaction } from '#server/database/database.ts'

export const accountMailKinds = [
  'account.confirmation',
  /** Answers a sign-up with an address that has a confirmed account. */
  'account.exists',
  'account.reset',
  /** The first password was set, by an invitation for instance. */
  'account.ready',
  'account.password-changed',
  /** Too many wrong passwords in a row. */
  'account.locked',
] as const
export type AccountMailKind = (typeof accountMailKinds)[number]

/**
 * Queues an email. Wake the outbox after the commit. The account is looked up when the email is sent, so that queueing
 * costs the same for every address.
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
