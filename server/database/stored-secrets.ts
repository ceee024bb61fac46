import { isSqliteUrl, sqlitePath } from '#server/database/sqlite-path.ts'
import type { DatabasePlace } from './open.ts'

export type StoredSecret = { readonly userId: string; readonly secret: string }

const select = 'SELECT user_id AS "userId", secret FROM totp_secrets WHERE secret IS NOT NULL LIMIT 1000'

/**
 * Reads the encrypted secrets of authenticator apps, also while servers use the database.
 *
 * @throws {Error} if the database or the table is missing
 */
export async function readStoredSecrets({ url, directUrl }: DatabasePlace): Promise<StoredSecret[]> {
  if (isSqliteUrl(url)) {
    const { openConnection } = await import('./sqlite/connection.ts')
    const connection = openConnection(sqlitePath(url), { fileMustExist: true, readonly: true })
    try {
      return connection.prepare<[], StoredSecret>(select).all()
    } finally {
      connection.close()
    }
  }
  const { default: pg } = await import('pg')
  const { commandName, connectionTo } = await import('./postgresql/connection.ts')
  const place = connectionTo(directUrl ?? url, commandName, { search_path: 'public' })
  const connection = new pg.Client({ ...place, connectionTimeoutMillis: 5_000 })
  connection.on('error', () => undefined)
  try {
    await connection.connect()
    return (await connection.query<StoredSecret>(select)).rows
  } finally {
    await connection.end()
  }
}
