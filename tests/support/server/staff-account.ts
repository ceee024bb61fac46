import { randomUUID } from 'node:crypto'
import type { User } from '#prisma/generated/sqlite/client.ts'
import type { Database } from '#server/database/database.ts'

/** Stores a confirmed account of the staff, without a session. */
export async function storeStaff(
  { transaction }: Pick<Database, 'transaction'>,
  columns: Partial<User> & { readonly email: string },
): Promise<{ id: string; email: string }> {
  const at = new Date('2025-01-01T00:00:00.000Z')
  const account = { id: randomUUID(), role: 'staff', createdAt: at, confirmedAt: at, ...columns }
  await transaction(({ user }) => user.create({ data: account }))
  return { id: account.id, email: account.email }
}
