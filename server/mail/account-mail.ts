import { v7 as newId } from 'uuid'
import type { Transaction } from '#server/database/database.ts'

/** The letters about accounts; see server/mail/templates/account-letters.ts. */
export const accountMailKinds = [
  /** Proves that an address is whose it says. */
  'account.confirmation',
  /** Somebody signed up with an address that has an account already. */
  'account.exists',
  /** Sets a new password. */
  'account.reset',
  'account.password-changed',
  /** Too many wrong passwords in a row: only a new one gets in. */
  'account.locked',
] as const
export type AccountMailKind = (typeof accountMailKinds)[number]

/**
 * Puts a letter about an account into the outbox, in the transaction that causes it. Whether there is such an account
 * is looked up when the letter is made, so that this costs the same for every address. Wake the outbox after the commit.
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
