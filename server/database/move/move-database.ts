import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { MoveState, TableProgress } from '#server/database/move-marks.ts'
import type { MovedTable } from './moved-tables.ts'
import { openPostgresqlSource, openPostgresqlTarget, postgresqlAddress, reopenPostgresql } from './postgresql-side.ts'
import { MoveRefused, type MoveSource, type MoveTarget } from './sides.ts'
import { openSqliteSource, openSqliteTarget, reopenSqlite } from './sqlite-side.ts'
import { type MovedRow, TableChecksum } from './table-checksum.ts'

/** Rows of one transaction of the target. A row has at most 20 kB. */
const standardBatchRows = 1_000

export type MoveStep = {
  /** `reread` compares what an interrupted move has copied with the source, `verify` the whole target. */
  readonly kind: 'reread' | 'copy' | 'verify'
  readonly table: string
  /** Of `total`, by now. */
  readonly rows: number
  readonly total: number
}

export type MovedData = {
  /** Without passwords. */
  readonly from: string
  readonly to: string
  readonly tables: readonly ({ readonly name: string } & TableProgress)[]
  /** Of tables that an earlier, interrupted run had copied. */
  readonly resumedRows: number
}

type MoveOptions = {
  /** `file:` with an absolute path, or `postgresql://…` */
  readonly from: string
  readonly to: string
  readonly log: Logger
  readonly batchRows?: number
  /** An error from it stops the move, which can be continued. */
  onStep?(step: MoveStep): void
}

/**
 * Moves all data to an empty database of the other engine, and compares each table. When interrupted at any moment, it
 * continues where it stopped. In the end, no server starts on the source any more, so that no email is sent twice.
 *
 * @throws {MoveRefused} with what to do
 * @throws {MigrationRefused} when a database is of a newer version
 * @throws {DatabaseInUse} when a server has a SQLite file open
 */
export async function moveDatabase(options: MoveOptions): Promise<MovedData> {
  const { from, to, log } = options
  assertDifferentEngines(from, to)
  const source = isFile(from) ? await openSqliteSource(pathOf(from)) : await openPostgresqlSource(from)
  try {
    const target = isFile(to) ? await openSqliteTarget(pathOf(to), log) : await openPostgresqlTarget(to, log)
    try {
      return await new Move(source, target, options).run()
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/**
 * Lets servers start again on a database that was moved away.
 *
 * @param url `file:` with an absolute path, or `postgresql://…`
 * @throws {MoveRefused} when it was not
 * @throws {DatabaseInUse} when a process has a SQLite file open
 */
export async function reopenDatabase(url: string): Promise<void> {
  if (isFile(url)) await reopenSqlite(pathOf(url))
  else await reopenPostgresql(url)
}

const isFile = (url: string) => url.startsWith('file:')
const pathOf = (url: string) => url.slice('file:'.length)

function assertDifferentEngines(from: string, to: string): void {
  if (isFile(from) !== isFile(to)) return
  const address = isFile(from) ? (url: string) => url : postgresqlAddress
  if (address(from) === address(to)) throw new MoveRefused('The source and the target are the same database.')
  throw new MoveRefused(
    isFile(from)
      ? 'Both are SQLite files. To copy one, use the commands "backup" and "restore".'
      : 'Both are PostgreSQL databases. To copy one, use pg_dump and pg_restore.',
  )
}

type Checksums = ReadonlyMap<string, TableChecksum>

class Move {
  readonly #source: MoveSource
  readonly #target: MoveTarget
  readonly #onStep: (step: MoveStep) => void
  readonly #batchRows: number
  readonly #tables: readonly MovedTable[]

  constructor(source: MoveSource, target: MoveTarget, { onStep, batchRows }: MoveOptions) {
    this.#source = source
    this.#target = target
    this.#onStep = onStep ?? (() => undefined)
    this.#batchRows = batchRows ?? standardBatchRows
    this.#tables = source.tables ?? target.tables ?? []
  }

  async run(): Promise<MovedData> {
    await this.#assertSameColumns()
    this.#assertMayContinue()
    const { id, checksums } = (await this.#resume()) ?? (await this.#begin())
    const resumedRows = sum([...checksums.values()].map(({ progress }) => progress.rows))
    for (const table of this.#tables) await this.#copy(table, id, checksums)
    for (const table of this.#tables) await this.#verify(table, checksums)
    const { address: from, movedAway } = this.#source
    const { address: to } = this.#target
    const tables = this.#tables.map(({ name }) => ({ name, ...checksumOf(checksums, name).progress }))
    // Between these two, no server starts on either.
    if (!movedAway) await this.#source.markMovedAway({ move: id, to, at: new Date().toISOString() })
    await this.#target.finish(id)
    return { from, to, tables, resumedRows }
  }

  /** Both have this version's migrations, so a difference is a mistake in one of them. */
  async #assertSameColumns(): Promise<void> {
    const [source, target] = await Promise.all([this.#source.columns(), this.#target.columns()])
    for (const name of new Set([...source.keys(), ...target.keys()])) {
      const [there, here] = [source.get(name), target.get(name)].map((columns) => columns?.join(', '))
      if (there !== here) throw new Error(`The table ${name} has the columns ${there} there and ${here} here`)
    }
  }

  #assertMayContinue(): void {
    const { address: from, movedAway } = this.#source
    const { address: to, move } = this.#target
    if (move?.isFinished && move.state.from === from && movedAway?.move === move.id)
      throw new MoveRefused(`${from} has been moved to ${to} already. Set DATABASE_URL to that address.`)
    if (movedAway && movedAway.move !== move?.id)
      throw new MoveRefused(
        `${from} was moved to ${movedAway.to} on ${movedAway.at}. Move from there, or run the command "reopen" if that is lost.`,
      )
    if (move && !move.isFinished && move.state.from !== from)
      throw new MoveRefused(
        `A move from ${move.state.from} into ${to} is not finished. Continue that one, or move into an empty database.`,
      )
  }

  async #begin(): Promise<{ id: string; checksums: Checksums }> {
    const { address } = this.#target
    for (const table of this.#tables) {
      const count = await this.#target.count(table)
      if (count > 0)
        throw new MoveRefused(
          `${address} is not empty: its table ${table.name} has ${count === 1 ? 'a row' : `${count} rows`}. Move into an empty database.`,
        )
    }
    const id = randomUUID()
    await this.#target.begin(id, this.#state(new Map()))
    return { id, checksums: this.#newChecksums() }
  }

  /** Reads again what an interrupted move has copied. If the source was changed since then, starts over. */
  async #resume(): Promise<{ id: string; checksums: Checksums } | undefined> {
    const { move } = this.#target
    if (!move || move.isFinished) return undefined
    const { id, state } = move
    const checksums = this.#newChecksums()
    for (const table of this.#tables) {
      const copied = state.tables[table.name]
      if (!copied) continue
      const checksum = checksumOf(checksums, table.name)
      await this.#addRows(table, checksum, copied.rows, 'reread')
      if (isEqual(checksum.progress, copied)) continue
      await this.#target.clear(this.#tables, id, this.#state(new Map()))
      return { id, checksums: this.#newChecksums() }
    }
    return { id, checksums }
  }

  async #addRows(table: MovedTable, checksum: TableChecksum, total: number, kind: 'reread' | 'verify'): Promise<void> {
    const side = kind === 'reread' ? this.#source : this.#target
    for (;;) {
      const { rows, lastKey } = checksum.progress
      this.#onStep({ kind, table: table.name, rows, total })
      const limit = kind === 'reread' ? Math.min(this.#batchRows, total - rows) : this.#batchRows
      const batch = limit > 0 ? await side.read(table, rows === 0 ? undefined : lastKey, limit) : []
      if (batch.length === 0) return
      checksum.add(batch)
    }
  }

  async #copy(table: MovedTable, id: string, checksums: Checksums): Promise<void> {
    const checksum = checksumOf(checksums, table.name)
    const total = await this.#source.count(table)
    for (;;) {
      const { rows, lastKey } = checksum.progress
      this.#onStep({ kind: 'copy', table: table.name, rows, total })
      const batch = await this.#source.read(table, rows === 0 ? undefined : lastKey, this.#batchRows)
      if (batch.length === 0) break
      checksum.add(batch)
      await this.#write(table, batch, id, this.#state(checksums))
    }
    if (checksum.progress.rows !== total)
      throw new Error(`${table.name} has ${total} rows, but ${checksum.progress.rows} could be read`)
  }

  async #write(table: MovedTable, rows: readonly MovedRow[], id: string, state: MoveState): Promise<void> {
    try {
      await this.#target.write(table, rows, id, state)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      const [first, last] = [rows[0]?.[table.key], rows.at(-1)?.[table.key]]
      throw new MoveRefused(
        `The rows of ${table.name} from ${first} to ${last} could not be stored in ${this.#target.address}: ${reason}. When that is mended, move again, which continues here.`,
        { cause },
      )
    }
  }

  async #verify(table: MovedTable, checksums: Checksums): Promise<void> {
    const copied = checksumOf(checksums, table.name).progress
    const stored = new TableChecksum(table)
    await this.#addRows(table, stored, copied.rows, 'verify')
    const { rows, checksum } = stored.progress
    if (rows !== copied.rows || checksum !== copied.checksum)
      throw new MoveRefused(
        `The table ${table.name} differs after the move: ${copied.rows} rows with the checksum ${copied.checksum} in ${this.#source.address}, ${rows} with ${checksum} in ${this.#target.address}. Move into an empty database, and let nothing else write to it.`,
      )
  }

  #newChecksums(): Checksums {
    return new Map(this.#tables.map((table) => [table.name, new TableChecksum(table)]))
  }

  #state(checksums: Checksums): MoveState {
    const begun = [...checksums].filter(([, { progress }]) => progress.rows > 0)
    return {
      from: this.#source.address,
      tables: Object.fromEntries(begun.map(([name, { progress }]) => [name, progress])),
    }
  }
}

function checksumOf(checksums: Checksums, table: string): TableChecksum {
  const checksum = checksums.get(table)
  if (!checksum) throw new Error(`The table ${table} is not moved`)
  return checksum
}

function isEqual(one: TableProgress, other: TableProgress): boolean {
  return one.rows === other.rows && one.checksum === other.checksum && one.lastKey === other.lastKey
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
