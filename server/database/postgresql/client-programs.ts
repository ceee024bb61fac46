import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { BackupFailed } from '#server/database/backup.ts'

/** Parameters that only Node's driver and Prisma know. */
const driverParameters = ['uselibpqcompat', 'schema']

const maxErrorLength = 2_000

/** The URL as PostgreSQL's own programs take it, without the password, which `ps` would show to every account. */
export function clientUrl(url: string): string {
  const parsed = new URL(url)
  parsed.password = ''
  for (const name of driverParameters) parsed.searchParams.delete(name)
  if (parsed.searchParams.get('sslmode') === 'no-verify') parsed.searchParams.set('sslmode', 'require')
  return parsed.href
}

/**
 * Runs pg_dump or pg_restore.
 *
 * @param options `url`: of the database whose password the program needs; `onOutput`: reads the standard output
 * @throws {BackupFailed} when it is not installed, or fails
 */
export async function runClientProgram(
  program: 'pg_dump' | 'pg_restore',
  parameters: readonly string[],
  { url, onOutput }: { readonly url?: string; readonly onOutput?: (output: Readable) => Promise<void> } = {},
): Promise<void> {
  const password = url ? decodeURIComponent(new URL(url).password) : ''
  const child = spawn(program, parameters, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // biome-ignore lint/style/noProcessEnv: the programs need PATH, and read PostgreSQL's own variables
    env: { ...process.env, PGTZ: 'UTC', ...(password ? { PGPASSWORD: password } : {}) },
  })
  const stop = () => child.kill()
  process.once('exit', stop)
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-maxErrorLength)
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const reading = onOutput?.(child.stdout)
  if (!reading) child.stdout.resume()
  // The program's own error says more than what its reader misses.
  const [end, read] = await Promise.allSettled([ended, reading])
  process.removeListener('exit', stop)
  if (end.status === 'rejected') throw isMissing(end.reason) ? new BackupFailed(missingProgram(program)) : end.reason
  if (end.value !== 0) throw new BackupFailed(`${program} failed: ${errors.trim() || `it ended with ${end.value}`}`)
  if (read.status === 'rejected') throw read.reason
}

function isMissing(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ENOENT'
}

/** Every backup is made with these. */
export const dumpParameters = ['--format=custom', '--no-owner', '--no-privileges'] as const
/** The whole archive or nothing. */
export const restoreParameters = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction'] as const

function missingProgram(program: 'pg_dump' | 'pg_restore'): string {
  const elsewhere =
    program === 'pg_dump'
      ? `To make the backup on another machine: pg_dump ${dumpParameters.join(' ')} --file=FILE --dbname="$DATABASE_URL"`
      : `To restore on another machine: pg_restore ${restoreParameters.join(' ')} --dbname="$DATABASE_URL" FILE`
  return `${program} is not installed here. Install PostgreSQL's client programs, of the server's version or newer (on Debian: apt-get install postgresql-client). ${elsewhere}`
}
