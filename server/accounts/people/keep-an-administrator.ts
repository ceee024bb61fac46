import type { Statements, Transaction } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'

const lockKey = 'administrators'

/**
 * Runs a change that may take away an administrator, and refuses it if none would be left who can sign in. Of two such
 * changes, in any process, one waits until the other is committed. Call it first in its transaction.
 *
 * @param keys more locks of `change`, which cannot be taken later
 * @throws {AppError} `conflict`, after which the transaction must be rolled back
 */
export async function keepAnAdministrator<Result>(
  transaction: Transaction,
  { lock }: Pick<Statements, 'lock'>,
  change: () => Promise<Result>,
  keys: readonly string[] = [],
): Promise<Result> {
  await lock([lockKey, ...keys])
  const before = await countAdministrators(transaction)
  const result = await change()
  if (before > 0 && (await countAdministrators(transaction)) === 0)
    throw new AppError(
      'conflict',
      'This is the last administrator. Make someone else an administrator first. Nothing was changed.',
    )
  return result
}

/** Invited people cannot sign in yet. */
async function countAdministrators({ user }: Pick<Transaction, 'user'>): Promise<number> {
  return await user.count({ where: { role: 'admin', confirmedAt: { not: null } } })
}
