import { createHash } from 'node:crypto'
import type { Prisma } from '#prisma/generated/sqlite/client.ts'

const lockStatement =
  'SELECT pg_advisory_xact_lock(number) FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted(number, position) ORDER BY position'

/** Blocks transactions with a common key until the end of this one. A common order prevents deadlocks. */
export async function lockKeys(transaction: Prisma.TransactionClient, keys: readonly string[]): Promise<void> {
  const numbers = [...new Set(keys.map(lockNumber))].sort((a, b) => (a < b ? -1 : 1))
  await transaction.$executeRawUnsafe(lockStatement, numbers.map(String))
}

/** Two keys with one number only wait for each other. */
function lockNumber(key: string): bigint {
  return createHash('sha256').update(key).digest().readBigInt64BE()
}
