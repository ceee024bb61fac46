import type { Finding } from './finding.ts'

/**
 * Checks a database without changing or creating it, also while servers use it.
 *
 * @param url `file:` with an absolute path, or `postgresql://…`
 */
export async function diagnoseDatabase(url: string): Promise<Finding[]> {
  if (url.startsWith('file:'))
    return await (await import('./sqlite/diagnose.ts')).diagnoseSqlite(url.slice('file:'.length))
  return await (await import('./postgresql/diagnose.ts')).diagnosePostgresql(url)
}
