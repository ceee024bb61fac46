import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { broken, type Finding, migrationFinding, ok } from '#server/database/finding.ts'
import { openConnection } from './connection.ts'
import { databaseFiles } from './file-state.ts'
import { pendingIn } from './migrate.ts'

const lockTimeoutMs = 2_000

/** @param path absolute */
export async function diagnoseSqlite(path: string): Promise<Finding[]> {
  const wal = statSync(`${path}-wal`, { throwIfNoEntry: false })
  const file = statSync(path, { throwIfNoEntry: false })
  if ((file?.size ?? 0) === 0 && (wal?.size ?? 0) > 0)
    return [
      broken(
        'database',
        `The database ${path} is empty or missing, but ${path}-wal has the latest writes.`,
        'Restore the newest backup with the command restore, or move both files away to start with an empty database.',
      ),
    ]
  if (!file) return [ok('database', `There is none at ${path} yet; the first start creates it.`)]
  const rights = checkRights(path)
  const refused = rights.some(({ state }) => state === 'broken')
  return [
    ...(refused ? rights : [...rights, ok('file rights', 'Only their owner can read the database files.')]),
    ...(await opened(path)),
  ]
}

/** The folder's owner runs the server; another account may run the check. */
function checkRights(path: string): Finding[] {
  const server = statSync(dirname(path)).uid
  const files = databaseFiles(path).filter((name) => existsSync(name))
  const open = files.filter((name) => (statSync(name).mode & 0o077) !== 0)
  const foreign = files.filter((name) => statSync(name).uid !== server)
  return [
    ...(open.length > 0
      ? [broken('file rights', `Other accounts can open ${open.join(', ')}.`, `Run: chmod 600 ${open.join(' ')}`)]
      : []),
    ...(foreign.length > 0
      ? [
          broken(
            'file rights',
            `${foreign.join(', ')} belongs to another account than the folder, so the server may not be able to write.`,
            `Run: chown --reference=${dirname(path)} ${foreign.join(' ')}`,
          ),
        ]
      : []),
  ]
}

async function opened(path: string): Promise<Finding[]> {
  let connection: BetterSqlite3.Database | undefined
  try {
    connection = openConnection(path, { fileMustExist: true, timeout: lockTimeoutMs })
    const reading = connection
    const [problem] = reading.prepare<[], string>('PRAGMA quick_check(1)').pluck().all()
    if (problem !== 'ok') return [damaged(path, String(problem))]
    const writable = writeFinding(reading, path)
    const isNew = reading.prepare('SELECT 1 FROM sqlite_schema').get() === undefined
    return isNew ? [writable] : [writable, await migrationFinding(() => pendingIn(reading))]
  } catch (error) {
    return [unreadable(path, error)]
  } finally {
    connection?.close()
  }
}

function writeFinding(connection: BetterSqlite3.Database, path: string): Finding {
  try {
    connection.exec('BEGIN IMMEDIATE; ROLLBACK')
    return ok('database', `${path} can be read and written, and is undamaged.`)
  } catch (error) {
    if (!isSqliteError(error, 'SQLITE_BUSY')) throw error
    return broken(
      'database',
      `Another program has kept ${path} locked for ${lockTimeoutMs / 1_000} seconds, so nothing can be stored.`,
      `End that program, such as a database tool with an open transaction; fuser ${path} names it.`,
    )
  }
}

function unreadable(path: string, error: unknown): Finding {
  if (isSqliteError(error, 'SQLITE_NOTADB') || isSqliteError(error, 'SQLITE_CORRUPT'))
    return damaged(path, error.message)
  const reason = error instanceof Error ? error.message : String(error)
  return broken(
    'database',
    `${path} cannot be opened for reading and writing: ${reason}.`,
    'Run this as the account that runs the server, and let that account write to the file and its folder.',
  )
}

function damaged(path: string, reason: string): Finding {
  return broken(
    'database',
    `${path} is damaged, or is no SQLite database (${reason}).`,
    'Stop the server and restore the newest backup with the command restore.',
  )
}

function isSqliteError(error: unknown, code: string): error is InstanceType<typeof BetterSqlite3.SqliteError> {
  return error instanceof BetterSqlite3.SqliteError && error.code.startsWith(code)
}
