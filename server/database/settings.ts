import type { Database, Statements, Transaction } from './database.ts'

/**
 * Processes that start together get the same value.
 *
 * @throws {DatabaseUnavailable}
 */
export async function readOrCreateSetting(
  { readSetting, transaction }: Pick<Database, 'readSetting' | 'transaction'>,
  { name, now, create }: { readonly name: string; readonly now: Date; readonly create: () => string | Promise<string> },
): Promise<string> {
  const stored = await readSetting(name)
  if (stored !== undefined) return stored
  // Creation may take too long for a transaction.
  const value = await create()
  return await transaction(async ({ setting }, statements) => {
    await statements.lock([`setting ${name}`])
    const existing = await setting.findUnique({ where: { name } })
    if (!existing) await setting.create({ data: { name, value, createdAt: now } })
    return existing?.value ?? value
  })
}

/** Creates or changes a setting. Call it first in its transaction. */
export async function writeSetting(
  { setting }: Pick<Transaction, 'setting'>,
  { lock }: Pick<Statements, 'lock'>,
  { name, value, now }: { readonly name: string; readonly value: string; readonly now: Date },
): Promise<void> {
  await lock([`setting ${name}`])
  const { count } = await setting.updateMany({ where: { name }, data: { value } })
  if (count === 0) await setting.create({ data: { name, value, createdAt: now } })
}
