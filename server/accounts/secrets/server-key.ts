import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { readOrCreateSetting } from '#server/database/settings.ts'
import { newSecret } from './secrets.ts'

/** Creates the 256-bit key at the first start. */
export async function openServerKey(database: Database, clock: Clock): Promise<Buffer> {
  const setting = { name: 'server-key', now: clock.now(), create: newSecret }
  return Buffer.from(await readOrCreateSetting(database, setting), 'base64url')
}
