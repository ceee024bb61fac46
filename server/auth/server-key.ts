import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { newSecret } from './secrets.ts'

const name = 'server-key'

/**
 * The key of 256 bits that this installation made for itself at its first start. Processes that start together on one
 * database get the same.
 *
 * @throws {DatabaseUnavailable}
 */
export async function openServerKey(database: Database, clock: Clock): Promise<Buffer> {
  const stored = (await database.read.setting.findUnique({ where: { name } })) ?? (await makeKey(database, clock))
  return Buffer.from(stored.value, 'base64url')
}

async function makeKey(database: Database, clock: Clock): Promise<{ value: string }> {
  return await database.transaction(async ({ setting }, statements) => {
    await statements.lock([`setting ${name}`])
    const made = await setting.findUnique({ where: { name } })
    return made ?? (await setting.create({ data: { name, value: newSecret(), createdAt: clock.now() } }))
  })
}
