import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type BetterSqlite3 from 'better-sqlite3'
import type { Logger } from 'pino'
import { type MovedAway, type MoveState, moveMarks } from '#server/database/move-marks.ts'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { prepareFile, realPath } from '#server/database/sqlite/file-state.ts'
import { migrateSqlite, pendingDespiteMove } from '#server/database/sqlite/migrate.ts'
import { lockForThisProcess } from '#server/database/sqlite/process-lock.ts'
import { storedValue } from '#server/database/sqlite/stored-values.ts'
import { type ColumnKind, type MovedColumn, type MovedTable, movedTables } from './moved-tables.ts'
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
} from './sides.ts'
import type { MovedRow, MovedValue } from './table-checksum.ts'

/** A short command beside a server may hold the write lock. */
const busyTimeoutMs = 2_000

type Statement = BetterSqlite3.Statement<unknown[]>

type OpenFile = {
  readonly path: string
  readonly connection: BetterSqlite3.Database
  /** Prepares each statement once, because none is ever garbage collected. */
  prepare(sql: string): Statement
  close(): void
}

/**
 * Keeps servers away from the file until it is closed.
 *
 * @throws {DatabaseInUse} when a server has it open
 */
function openFile(path: string): OpenFile {
  const lock = lockForThisProcess(path)
  const connection = openConnection(path, { timeout: busyTimeoutMs })
  const statements = new Map<string, Statement>()
  return {
    path,
    connection,
    prepare(sql) {
      const statement = statements.get(sql) ?? connection.prepare<unknown[]>(sql)
      statements.set(sql, statement)
      return statement
    },
    close() {
      connection.close()
      lock.release()
    },
  }
}

/**
 * @throws {MoveRefused} when the file is missing, is not of this program, is damaged or needs migrations
 * @throws {DatabaseInUse} when a server has it open
 */
export async function openSqliteSource(given: string): Promise<MoveSource> {
  const file = openExisting(given)
  try {
    const { connection, prepare, path } = file
    // Excludes short commands, which open the file beside a server. All reads see this snapshot.
    connection.exec('BEGIN IMMEDIATE')
    assertOurs(file)
    if (pendingDespiteMove(connection).length > 0) throw olderVersion(`file:${path}`)
    assertIntact(file)
    return {
      ...sideOf(file),
      movedAway: readMovedAway(file),
      async markMovedAway(details) {
        prepare(insertMark).run(randomUUID(), moveMarks.source, JSON.stringify(details), Date.now())
        connection.exec('COMMIT')
      },
    }
  } catch (error) {
    file.close()
    throw error
  }
}

/**
 * Creates the file if there is none.
 *
 * @throws {MoveRefused} when it is not of this program
 * @throws {DatabaseInUse} when a server has it open
 */
export async function openSqliteTarget(given: string, log: Logger): Promise<MoveTarget> {
  mkdirSync(dirname(given), { recursive: true, mode: 0o700 })
  const path = realPath(given)
  prepareFile(path, log)
  const file = openFile(path)
  try {
    const { connection } = file
    const tables = tableNames(file)
    if (tables.length > 0 && !tables.includes('_prisma_migrations')) throw notOurs(`file:${path}`)
    const isUnderWay = tables.length > 0 && readMove(file)?.isFinished === false
    if (!isUnderWay) migrateSqlite(path, log)
    if (pendingDespiteMove(connection).length > 0) throw otherVersion(`file:${path}`)
    connection.pragma('journal_mode = WAL')
    connection.pragma('synchronous = FULL')
    connection.pragma('foreign_keys = ON')
    return targetOf(file)
  } catch (error) {
    file.close()
    throw error
  }
}

/**
 * Lets servers start again on a database that was moved away.
 *
 * @throws {MoveRefused} when it was not
 */
export async function reopenSqlite(given: string): Promise<void> {
  const file = openExisting(given)
  try {
    assertOurs(file)
    const { changes } = file
      .prepare('UPDATE "_prisma_migrations" SET rolled_back_at = ? WHERE migration_name = ? AND rolled_back_at IS NULL')
      .run(Date.now(), moveMarks.source)
    if (changes === 0) throw notMovedAway(`file:${file.path}`)
  } finally {
    file.close()
  }
}

function openExisting(given: string): OpenFile {
  if (!existsSync(given)) throw new MoveRefused(`There is no database at ${given}.`)
  return openFile(realPath(given))
}

const insertMark = `
  INSERT INTO "_prisma_migrations" (id, checksum, migration_name, logs, started_at) VALUES (?, '', ?, ?, ?)`

function targetOf(file: OpenFile): MoveTarget {
  const { connection, prepare } = file

  function transact(work: () => void): void {
    connection.exec('BEGIN IMMEDIATE')
    try {
      work()
      connection.exec('COMMIT')
    } finally {
      if (connection.inTransaction) connection.exec('ROLLBACK')
    }
  }
  function save(id: string, state: MoveState): void {
    prepare('UPDATE "_prisma_migrations" SET logs = ? WHERE id = ?').run(JSON.stringify(state), id)
  }

  return {
    ...sideOf(file),
    move: readMove(file),
    async begin(id, state) {
      prepare(insertMark).run(id, moveMarks.target, JSON.stringify(state), Date.now())
    },
    async write(table, rows, id, state) {
      const values = table.columns.map(() => '?').join(', ')
      const insert = prepare(`INSERT INTO "${table.name}" (${columnList(table)}) VALUES (${values})`)
      transact(() => {
        for (const row of rows) insert.run(table.columns.map((column) => toSqlite(column, row)))
        save(id, state)
      })
    },
    async clear(tables, id, state) {
      transact(() => {
        for (const { name } of tables.toReversed()) prepare(`DELETE FROM "${name}"`).run()
        save(id, state)
      })
    },
    async finish(id) {
      const now = Date.now()
      prepare('UPDATE "_prisma_migrations" SET finished_at = ?, rolled_back_at = ? WHERE id = ?').run(now, now, id)
    },
  }
}

function sideOf(file: OpenFile) {
  const { connection, prepare, path } = file
  const tables = movedTables(connection)
  return {
    address: `file:${path}`,
    tables,
    async columns() {
      return new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]))
    },
    async count({ name }: MovedTable) {
      return prepare(`SELECT count(*) FROM "${name}"`).pluck().get() as number
    },
    async read(table: MovedTable, after: string | undefined, limit: number) {
      const statement = prepare(pageStatement(table, after === undefined ? undefined : '?', limit))
      const rows = statement.all(...(after === undefined ? [] : [after])) as StoredRow[]
      return rows.map((row) => fromSqlite(table, row))
    },
    async close() {
      file.close()
    },
  }
}

type StoredRow = Readonly<Record<string, unknown>>

/** The form in which all instants are stored, so that rows sort by them. */
const storedInstants = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/

/** Undefined for what a column cannot have. */
const readers: Readonly<Record<ColumnKind, (value: unknown) => MovedValue | undefined>> = {
  text: (value) => (typeof value === 'string' ? value : undefined),
  integer: (value) => (Number.isSafeInteger(value) ? Number(value) : undefined),
  flag: (value) => (value === 0 || value === 1 ? value === 1 : undefined),
  instant: (value) =>
    typeof value === 'string' && storedInstants.test(value) ? new Date(value).toISOString() : undefined,
}

function fromSqlite(table: MovedTable, row: StoredRow): MovedRow {
  const values = table.columns.map(({ name, kind }) => {
    const value = row[name] === null ? null : readers[kind](row[name])
    if (value === undefined)
      throw new MoveRefused(
        `The row ${String(row[table.key])} of ${table.name} has a value in ${name} that the program never stores there.`,
      )
    return [name, value] as const
  })
  return Object.fromEntries(values)
}

function toSqlite({ name, kind }: MovedColumn, row: MovedRow) {
  const value = row[name] ?? null
  return storedValue(kind === 'instant' && value !== null ? new Date(String(value)) : value)
}

function tableNames({ prepare }: OpenFile): string[] {
  return prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[]
}

function assertOurs(file: OpenFile): void {
  if (!tableNames(file).includes('_prisma_migrations'))
    throw new MoveRefused(`file:${file.path} is not a database of this program.`)
}

/** A damaged index would hide rows. */
function assertIntact({ connection, path }: OpenFile): void {
  const problem: unknown = connection.pragma('integrity_check(1)', { simple: true })
  const orphans = connection.pragma('foreign_key_check') as unknown[]
  if (problem === 'ok' && orphans.length === 0) return
  const reason = problem === 'ok' ? `${orphans.length} rows refer to missing ones` : String(problem)
  throw new MoveRefused(`file:${path} is damaged: ${reason}. Restore a backup, and move that.`)
}

type MarkRow = { readonly id: string; readonly logs: string; readonly finished: number }

function readMove({ prepare }: OpenFile): CurrentMove | undefined {
  const row = prepare(
    `SELECT id, logs, finished_at IS NOT NULL AS finished FROM "_prisma_migrations" WHERE migration_name = ?
     ORDER BY started_at DESC LIMIT 1`,
  ).get(moveMarks.target) as MarkRow | undefined
  return row && { id: row.id, state: JSON.parse(row.logs), isFinished: row.finished === 1 }
}

function readMovedAway({ prepare }: OpenFile): MovedAway | undefined {
  const logs = prepare('SELECT logs FROM "_prisma_migrations" WHERE migration_name = ? AND rolled_back_at IS NULL')
    .pluck()
    .get(moveMarks.source) as string | undefined
  return logs === undefined ? undefined : JSON.parse(logs)
}
