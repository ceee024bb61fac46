import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { type MovedAway, type MoveState, moveMarks } from '#server/database/move-marks.ts'
import { applicationName, connectionTo, endConnection, openLock } from '#server/database/postgresql/connection.ts'
import { migratePostgresql, migrationLock, pendingDespiteMove } from '#server/database/postgresql/migrate.ts'
import { type MovedTable, unmovedTables } from './moved-tables.ts'
import {
  type CurrentMove,
  columnList,
  MoveRefused,
  type MoveSource,
  type MoveTarget,
  notMovedAway,
  notOurs,
  olderVersion,
  otherVersion,
  pageStatement,
  quoted,
} from './sides.ts'
import type { MovedRow } from './table-checksum.ts'

const minMajorVersion = 14
const connectTimeoutMs = 10_000
/** The server may still run the last statement of a killed move. */
const lockTimeoutMs = 15_000
const stopTimeoutMs = 2_000
const stopPollMs = 50

type Opened = { readonly address: string; readonly connection: pg.Client }

/**
 * @throws {MoveRefused} when the database is not of this program, needs migrations or is used by a server, or the account
 *   lacks rights
 */
export async function openPostgresqlSource(url: string): Promise<MoveSource> {
  const opened = await connect(url)
  const { address, connection } = opened
  return await orClose(opened, async () => {
    await assertOurs(opened)
    await lockStarts(opened)
    if ((await pendingDespiteMove(connection)).length > 0) throw olderVersion(address)
    await assertNoServer(opened)
    const tables = [...(await columnsOf(connection)).keys()].map(quoted)
    // The snapshot is taken by the first statement after the locks, so nothing is written after it.
    await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
    await connection.query(`LOCK TABLE ${tables.join(', ')} IN SHARE MODE`)
    return {
      ...sideOf(opened),
      movedAway: await readMovedAway(connection),
      async markMovedAway(details) {
        await assertNoServer(opened)
        await connection.query(insertMark, [randomUUID(), moveMarks.source, JSON.stringify(details)])
        await connection.query('COMMIT')
      },
    }
  })
}

/**
 * @throws {MoveRefused} when the server is too old, the database has other tables or is not in UTF-8, or the account
 *   lacks rights
 */
export async function openPostgresqlTarget(url: string, log: Logger): Promise<MoveTarget> {
  const opened = await connect(url)
  const { address, connection } = opened
  return await orClose(opened, async () => {
    await assertUsable(opened)
    const isOurs = await hasMigrations(connection)
    if (!isOurs && (await columnsOf(connection)).size > 0) throw notOurs(address)
    const isUnderWay = isOurs && (await readMove(connection))?.isFinished === false
    if (!isUnderWay) await migratePostgresql(url, log)
    await lockStarts(opened)
    if ((await pendingDespiteMove(connection)).length > 0) throw otherVersion(address)
    return await targetOf(opened)
  })
}

/**
 * Lets servers start again on a database that was moved away.
 *
 * @throws {MoveRefused} when it was not
 */
export async function reopenPostgresql(url: string): Promise<void> {
  const opened = await connect(url)
  try {
    await assertOurs(opened)
    const { rowCount } = await opened.connection.query(
      'UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = $1 AND rolled_back_at IS NULL',
      [moveMarks.source],
    )
    if (rowCount === 0) throw notMovedAway(opened.address)
  } finally {
    await endConnection(opened.connection)
  }
}

/** A URL without its password and options. */
export function postgresqlAddress(url: string): string {
  const { username, host, pathname, searchParams } = new URL(url)
  return `postgresql://${username && `${username}@`}${host || searchParams.get('host')}${pathname}`
}

async function connect(url: string): Promise<Opened> {
  const address = postgresqlAddress(url)
  const connection = new pg.Client({
    ...connectionTo(url, `${applicationName} move`, { search_path: 'public', TimeZone: 'UTC' }),
    connectionTimeoutMillis: connectTimeoutMs,
  })
  // An error without a listener would end the process. The next statement fails, too.
  connection.on('error', () => undefined)
  try {
    await connection.connect()
    await connection.query(
      `SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = ${lockTimeoutMs}`,
    )
    return { address, connection }
  } catch (cause) {
    await endConnection(connection)
    throw new MoveRefused(`${address} cannot be opened: ${messageOf(cause)}.`, { cause })
  }
}

async function orClose<Result>({ address, connection }: Opened, open: () => Promise<Result>): Promise<Result> {
  try {
    return await open()
  } catch (error) {
    await endConnection(connection)
    if (!(error instanceof pg.DatabaseError)) throw error
    if (error.code === '42501')
      throw new MoveRefused(
        `The account of ${address} lacks rights: ${error.message}. Use the account that owns the database.`,
        { cause: error },
      )
    if (error.code === '55P03')
      throw new MoveRefused(`Another process is using ${address}. Stop it, and move again.`, { cause: error })
    throw error
  }
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}

/** A server that starts meanwhile waits, and then reads the marks. */
async function lockStarts({ connection }: Opened): Promise<void> {
  await connection.query('SELECT pg_advisory_lock($1)', [migrationLock])
}

async function assertUsable({ address, connection }: Opened): Promise<void> {
  const { rows } = await connection.query<{ version: string; encoding: string; mayCreate: boolean }>(`
    SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding,
      has_database_privilege(current_database(), 'CREATE')
        AND (to_regnamespace('public') IS NULL OR has_schema_privilege('public', 'CREATE')) AS "mayCreate"`)
  const [row] = rows
  const major = Math.floor(Number(row?.version) / 10_000)
  if (major < minMajorVersion)
    throw new MoveRefused(`${address} is PostgreSQL ${major}. The program needs ${minMajorVersion} or newer.`)
  if (row?.encoding !== 'UTF8')
    throw new MoveRefused(`${address} has the encoding ${row?.encoding}. Create the database with ENCODING 'UTF8'.`)
  if (!row.mayCreate)
    throw new MoveRefused(
      `The account of ${address} may not create tables there. Make it the owner: ALTER DATABASE … OWNER TO …`,
    )
}

/**
 * A pooler does not hide servers, because the session with the lock goes past it.
 *
 * @throws {MoveRefused} after a while, because connections of a server that was just stopped disappear a moment later
 */
async function assertNoServer({ address, connection }: Opened): Promise<void> {
  const giveUpAt = performance.now() + stopTimeoutMs
  while ((await countServers(connection)) > 0) {
    if (performance.now() > giveUpAt)
      throw new MoveRefused(`The program is running on ${address}. Stop all of its processes, and move again.`)
    await delay(stopPollMs)
  }
}

async function countServers(connection: pg.Client): Promise<number> {
  // Within a transaction, PostgreSQL would repeat its first answer.
  await connection.query('SELECT pg_stat_clear_snapshot()')
  const { rows } = await connection.query<{ count: number }>(
    `SELECT (SELECT count(*) FROM pg_locks
        WHERE locktype = 'advisory' AND classid = 0 AND objid = $1 AND objsubid = 1
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))::int
      + (SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = $2)::int AS count`,
    // Releases before 0.3 take no lock, and are known by their name.
    [openLock, applicationName],
  )
  return rows[0]?.count ?? 0
}

async function hasMigrations(connection: pg.Client): Promise<boolean> {
  const { rows } = await connection.query<{ exists: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
  )
  return rows[0]?.exists === true
}

async function assertOurs({ address, connection }: Opened): Promise<void> {
  if (!(await hasMigrations(connection))) throw new MoveRefused(`${address} is not a database of this program.`)
}

const insertMark = `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs) VALUES ($1, '', $2, $3)`

async function targetOf(opened: Opened): Promise<MoveTarget> {
  const { connection } = opened

  async function transact(work: () => Promise<void>): Promise<void> {
    await connection.query('BEGIN')
    try {
      await work()
      await connection.query('COMMIT')
    } catch (error) {
      await connection.query('ROLLBACK').catch(() => undefined)
      throw error
    }
  }
  async function save(id: string, state: MoveState): Promise<void> {
    await connection.query('UPDATE _prisma_migrations SET logs = $1 WHERE id = $2', [JSON.stringify(state), id])
  }

  return {
    ...sideOf(opened),
    move: await readMove(connection),
    async begin(id, state) {
      await connection.query(insertMark, [id, moveMarks.target, JSON.stringify(state)])
    },
    async write(table, rows, id, state) {
      const columns = columnList(table)
      await transact(async () => {
        await connection.query(
          `INSERT INTO "${table.name}" (${columns})
           SELECT ${columns} FROM json_populate_recordset(NULL::"${table.name}", $1)`,
          [JSON.stringify(rows)],
        )
        await save(id, state)
      })
    },
    async clear(tables, id, state) {
      await transact(async () => {
        // Foreign keys allow this only for all tables at once.
        await connection.query(`TRUNCATE ${tables.map(({ name }) => quoted(name)).join(', ')}`)
        await save(id, state)
      })
    },
    async finish(id) {
      // Otherwise the first searches and reports would be planned without statistics.
      const tables = [...(await columnsOf(connection)).keys(), ...unmovedTables].map(quoted)
      await connection.query(`VACUUM (ANALYZE) ${tables.join(', ')}`)
      await connection.query(
        'UPDATE _prisma_migrations SET finished_at = now(), rolled_back_at = now() WHERE id = $1',
        [id],
      )
    },
  }
}

function sideOf({ address, connection }: Opened) {
  return {
    address,
    tables: undefined,
    columns: () => columnsOf(connection),
    async count({ name }: MovedTable) {
      const { rows } = await connection.query<{ count: string }>(`SELECT count(*) FROM "${name}"`)
      return Number(rows[0]?.count)
    },
    async read(table: MovedTable, after: string | undefined, limit: number) {
      const text = pageStatement(table, after === undefined ? undefined : '$1', limit)
      const { rows } = await connection.query<StoredRow>(text, after === undefined ? [] : [after])
      return rows.map(fromPostgresql)
    },
    close: () => endConnection(connection),
  }
}

type StoredRow = Readonly<Record<string, string | number | boolean | Date | null>>

function fromPostgresql(row: StoredRow): MovedRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  )
}

/** Without columns that PostgreSQL computes. */
async function columnsOf(connection: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await connection.query<{ table: string; columns: string[] }>(`
    SELECT table_name::text AS "table",
      array_agg(column_name::text ORDER BY column_name::text COLLATE "C") FILTER (WHERE is_generated = 'NEVER') AS columns
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' GROUP BY 1 ORDER BY 1`)
  return new Map(rows.filter(({ table }) => !unmovedTables.has(table)).map(({ table, columns }) => [table, columns]))
}

type MarkRow = { readonly id: string; readonly logs: string; readonly finished: boolean }

async function readMove(connection: pg.Client): Promise<CurrentMove | undefined> {
  const { rows } = await connection.query<MarkRow>(
    `SELECT id, logs, finished_at IS NOT NULL AS finished FROM _prisma_migrations WHERE migration_name = $1
     ORDER BY started_at DESC LIMIT 1`,
    [moveMarks.target],
  )
  const [row] = rows
  return row && { id: row.id, state: JSON.parse(row.logs), isFinished: row.finished }
}

async function readMovedAway(connection: pg.Client): Promise<MovedAway | undefined> {
  const { rows } = await connection.query<{ logs: string }>(
    'SELECT logs FROM _prisma_migrations WHERE migration_name = $1 AND rolled_back_at IS NULL',
    [moveMarks.source],
  )
  const [row] = rows
  return row && JSON.parse(row.logs)
}
