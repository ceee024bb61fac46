import type { Finding } from './finding.ts'
import type { DatabasePlace } from './open.ts'

/** Checks a database without changing or creating it, also while servers use it. */
export async function diagnoseDatabase({ url, directUrl }: DatabasePlace): Promise<Finding[]> {
  if (url.startsWith('file:'))
    return await (await import('./sqlite/diagnose.ts')).diagnoseSqlite(url.slice('file:'.length))
  const { diagnosePostgresql } = await import('./postgresql/diagnose.ts')
  const findings = await diagnosePostgresql(url, 'DATABASE_URL')
  return directUrl === undefined
    ? findings
    : [...findings, ...(await diagnosePostgresql(directUrl, 'DATABASE_DIRECT_URL'))]
}
