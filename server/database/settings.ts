import type { Database } from './database.ts'

/**
 * Processes that start together get the same value.
 *
 * @throws {DatabaseUnavailable}
 */
export async function readOrCreateSetting(
  { read, transaction }: Pick<Database, 'read' | 'transaction'>,
  { name, now, create }: { readonly name: string; readonly now: Date; readonly create: () => string | Promise<string> },
): Promise<string> {
  const stored = await read.setting.findUnique({ where: { name } })
  if (stored) return stored.value
  // Creation may take too long for a transaction.
  const value = await create()
  return await transaction(async ({ setting }, statements) => {
    await statements.lock([`setting ${name}`])
    const existing = await setting.findUnique({ where: { name } })
    if (!existing) await setting.create({ data: { name, value, createdAt: now } })
    return existing?.value ?? value
  })
}
