import { isSqliteUrl, sqlitePath } from '#server/database/sqlite-path.ts'
import type { Finding } from './finding.ts'
import type { DatabasePlace } from './open.ts'

/** Checks a database without changing or creating it, also while servers use it. */
export async function diagnoseDatabase({ url, directUrl }: DatabasePlace): Promise<Finding[]> {
  if (isSqliteUrl(url)) return await (await import('./sqlite/diagnose.ts')).diagnoseSqlite(sqlitePath(url))
  const { diagnosePostgresql } = await import('./postgresql/diagnose.ts')
  const findings = await diagnosePostgresql(url, 'DATABASE_URL')
  return directUrl === undefined
    ? findings
    : [...findings, ...(await diagnosePostgresql(directUrl, 'DATABASE_DIRECT_URL'))]
}
