import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { PrismaPg } from '@prisma/adapter-pg'
import type { Logger } from 'pino'
import type { Prisma, PrismaClient } from '#prisma/generated/sqlite/client.ts'
import { isSqliteUrl, sqlitePath } from '#server/database/sqlite-path.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'
import type { ModelName } from './database.ts'
import { MoveRefused, moveMarks } from './move-marks.ts'
import { openDatabase } from './open.ts'
import { applicationName, connectionTo, endConnection, openLock } from './postgresql/connection.ts'
import { firstConnection } from './postgresql/first-connection.ts'
import { migrationLock } from './postgresql/migrate.ts'
import { ownSessions } from './postgresql/sessions.ts'
import { SqliteAdapter } from './sqlite/adapter.ts'
import { realPath } from './sqlite/file-state.ts'
import { lockForThisProcess } from './sqlite/process-lock.ts'

/** The primary keys of all tables, each after those that it refers to. Triggers fill whatever else there is. */
const primaryKeys = {
  user: 'id',
  session: 'id',
  emailToken: 'id',
  emailChange: 'id',
  emailChangeLink: 'digest',
  totpSecret: 'userId',
  recoveryCode: 'id',
  passkey: 'id',
  signInChallenge: 'digest',
  savedView: 'id',
  nudge: 'id',
  pushSubscription: 'id',
  pushMessage: 'id',
  attempt: 'key',
  setting: 'name',
  auditEntry: 'id',
  projectEstimate: 'id',
  estimateEvent: 'id',
  estimateExport: 'id',
  estimateExportBatch: 'id',
  outboxMessage: 'id',
  storedFile: 'id',
  fileContent: 'fileId',
  proposal: 'id',
  visit: 'id',
  reviewRequest: 'id',
} as const satisfies Record<ModelName, string>

// The types of all tables together are more than the compiler can join, so each passes for this one.
const tables = Object.entries(primaryKeys) as ['setting', 'name'][]

/** The number of rows in memory, and in one transaction of the target. A row has at most 20 kB, but a file's may have 10 MB. */
const pageRows = (name: ModelName) => (name === 'fileContent' ? 1 : 100)

/** Connections of a server that was just stopped disappear a moment later. */
const stopPolls = 40
const stopPollMs = 50

const noTimeouts = { statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 }
const sessionSettings = { ...ownSessions.settings, ...noTimeouts }

type Tables = Prisma.TransactionClient
type Row = Prisma.SettingGetPayload<object>

export type MovedTable = { readonly name: string; readonly rows: number; readonly checksum: string }

/** The URLs are `file:` with an absolute path, or `postgresql://…`. */
type MoveOptions = {
  readonly from: string
  readonly to: string
  readonly log: Logger
  onProgress?(done: number, total: number): void
}

/**
 * Moves all data to an empty database of the other engine, and compares each table. In the end, no server starts on the
 * source any more, so that no email is sent twice. After an interruption, none starts on the target.
 *
 * @throws {MoveRefused} with what to do
 * @throws {MigrationRefused} when a database is of a newer version, or was moved away
 * @throws {DatabaseInUse} when a server has a SQLite file open
 */
export async function moveDatabase({ from, to, log, onProgress }: MoveOptions): Promise<MovedTable[]> {
  if (isSqliteUrl(from) === isSqliteUrl(to))
    throw new MoveRefused(
      'Both are of one engine. To copy a SQLite file, use the commands "backup" and "restore"; to copy a PostgreSQL database, use pg_dump and pg_restore.',
    )
  assertExists(from)
  // This reads the marks of earlier moves, and creates what the target lacks.
  for (const url of [from, to]) await (await openDatabase({ url, log })).close()
  const mark = JSON.stringify({ from: hidePassword(from), to: hidePassword(to), at: new Date().toISOString() })
  return await whileLocked(from, log, (source) =>
    whileLocked(to, log, async (target) => {
      // It sees one moment of the source. Servers never start on both databases, nor on half of the data.
      const work = async (reading: Tables) => {
        const total = await countRows(reading, target)
        await addMark(target, moveMarks.target, mark)
        const moved = await copyTables(reading, target, (done) => onProgress?.(done, total))
        // Otherwise the first searches and reports would be planned without statistics.
        if (!isSqliteUrl(to)) await target.$executeRaw`VACUUM (ANALYZE)`
        await addMark(reading, moveMarks.source, mark)
        return moved
      }
      const moved = await source.$transaction(work, {
        maxWait: minuteMs,
        timeout: dayMs,
        isolationLevel: 'Serializable',
      })
      await deleteMark(target, moveMarks.target)
      return moved
    }),
  )
}

/**
 * Lets servers start again on a database that was moved away.
 *
 * @throws {MoveRefused} when it was not
 * @throws {DatabaseInUse} when a process has a SQLite file open
 */
export async function reopenDatabase(url: string, log: Logger): Promise<void> {
  assertExists(url)
  const count = await whileLocked(url, log, (client) => deleteMark(client, moveMarks.source))
  if (count === 0) throw new MoveRefused(`${hidePassword(url)} was not moved to another database.`)
}

/** Returns the URL without the password. */
export function hidePassword(url: string): string {
  if (isSqliteUrl(url)) return url
  return Object.assign(new URL(url), { password: '', search: '' }).href
}

function assertExists(url: string): void {
  if (isSqliteUrl(url) && !existsSync(sqlitePath(url)))
    throw new MoveRefused(`There is no database at ${sqlitePath(url)}.`)
}

/** No server runs or starts on the database meanwhile. */
async function whileLocked<Result>(url: string, log: Logger, work: (client: PrismaClient) => Promise<Result>) {
  const unlock = isSqliteUrl(url) ? lockForThisProcess(realPath(sqlitePath(url))).release : await lockOnServer(url, log)
  const client = await loadClient(url)
  try {
    return await work(client)
  } finally {
    await client.$disconnect()
    await unlock()
  }
}

async function loadClient(url: string): Promise<PrismaClient> {
  if (isSqliteUrl(url)) {
    const sqlite = await import('#prisma/generated/sqlite/client.ts')
    return new sqlite.PrismaClient({ adapter: new SqliteAdapter({ url: `file:${realPath(sqlitePath(url))}` }) })
  }
  const postgresql = await import('#prisma/generated/postgresql/client.ts')
  const adapter = new PrismaPg(connectionTo(url, `${applicationName} move`, sessionSettings))
  // Both clients have the same models.
  return new postgresql.PrismaClient({ adapter }) as unknown as PrismaClient
}

async function lockOnServer(url: string, log: Logger): Promise<() => Promise<void>> {
  const connection = await firstConnection(url, log, sessionSettings)
  const unlock = () => endConnection(connection)
  // A server that starts waits for this lock, and then reads the marks.
  await connection.query('SELECT pg_advisory_lock($1)', [migrationLock])
  for (let poll = 0; poll < stopPolls; poll++) {
    // Releases before 0.3 take no lock, and are known by their name.
    const { rowCount } = await connection.query(
      `SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database AND datname = current_database()
         WHERE locktype = 'advisory' AND classid = 0 AND objid = $1 AND objsubid = 1
       UNION ALL SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = $2`,
      [openLock, applicationName],
    )
    if (rowCount === 0) return unlock
    await delay(stopPollMs)
  }
  await unlock()
  throw new MoveRefused(`The program is running on ${hidePassword(url)}. Stop all of its processes, and move again.`)
}

function addMark(tables: Tables, name: string, mark: string): Promise<number> {
  return tables.$executeRaw`
    INSERT INTO _prisma_migrations (id, checksum, migration_name, logs) VALUES (${name}, '', ${name}, ${mark})`
}

function deleteMark(client: PrismaClient, name: string): Promise<number> {
  return client.$executeRaw`DELETE FROM _prisma_migrations WHERE migration_name = ${name} AND rolled_back_at IS NULL`
}

async function countRows(source: Tables, target: Tables): Promise<number> {
  let rows = 0
  for (const [name] of tables) {
    if ((await target[name].count()) > 0)
      throw new MoveRefused(`The target is not empty: its table ${name} has rows. Move into an empty database.`)
    rows += await source[name].count()
  }
  if (rows === 0) throw new MoveRefused('The source has no data.')
  return rows
}

async function copyTables(source: Tables, target: Tables, onProgress: (done: number) => void): Promise<MovedTable[]> {
  let done = 0
  const moved: MovedTable[] = []
  for (const [name, key] of tables) {
    const read = await readAll(source[name], { key, take: pageRows(name) }, async (page) => {
      await target[name].createMany({ data: page }).catch((cause: Error) => {
        throw new MoveRefused(
          `The rows of ${name} from ${page[0]?.[key]} to ${page.at(-1)?.[key]} cannot be stored. ${cause.message.split('\n').at(-1)}`,
          { cause },
        )
      })
      done += page.length
      onProgress(done)
    })
    const stored = await readAll(target[name], { key, take: pageRows(name) })
    if (!isDeepStrictEqual(read, stored) || read.rows !== (await source[name].count()))
      throw new MoveRefused(`The table ${name} differs after the move. Move again, into an empty database.`)
    moved.push({ name, ...read })
  }
  return moved
}

/** JSON has no large integers, and would be many times as long as a file. */
function toJsonValue(_field: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return hash('sha256', value)
  return typeof value === 'bigint' ? String(value) : value
}

/** Sums up the digests of all rows, because their order differs: engines sort texts differently. */
async function readAll(
  table: Tables['setting'],
  { key, take }: { readonly key: 'name'; readonly take: number },
  handle?: (page: Row[]) => Promise<void>,
) {
  let [rows, sum, after] = [0, 0n, '']
  for (;;) {
    const page = await table.findMany({ where: { [key]: { gt: after } }, orderBy: { [key]: 'asc' }, take })
    const last = page.at(-1)
    if (!last) return { rows, checksum: BigInt.asUintN(256, sum).toString(16).padStart(64, '0') }
    await handle?.(page)
    for (const row of page) sum += BigInt(`0x${hash('sha256', JSON.stringify(row, toJsonValue))}`)
    rows += page.length
    after = last[key]
  }
}
