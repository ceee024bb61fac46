import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { readOrCreateSetting } from '#server/database/settings.ts'
import { newSecret } from './secrets.ts'

/**
 * The key of 256 bits that this installation made for itself at its first start.
 *
 * @throws {DatabaseUnavailable}
 */
export async function openServerKey(database: Database, clock: Clock): Promise<Buffer> {
  const setting = { name: 'server-key', now: clock.now(), create: newSecret }
  return Buffer.from(await readOrCreateSetting(database, setting), 'base64url')
}
