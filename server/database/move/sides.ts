import type { MovedAway, MoveState } from '#server/database/move-marks.ts'
import type { MovedTable } from './moved-tables.ts'
import type { MovedRow } from './table-checksum.ts'

/** The message is for the operator. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused'
}

/** Names of columns by table. */
type ColumnNames = ReadonlyMap<string, readonly string[]>

type Side = {
  /** Without a password. */
  readonly address: string
  /** The tables with data on SQLite. PostgreSQL, whose types say less, has undefined. */
  readonly tables: readonly MovedTable[] | undefined
  columns(): Promise<ColumnNames>
  count(table: MovedTable): Promise<number>
  /**
   * @param after a key; undefined for the first rows
   * @returns rows in the order of their keys
   */
  read(table: MovedTable, after: string | undefined, limit: number): Promise<MovedRow[]>
  close(): Promise<void>
}

/** No other process can write while it is open. */
export type MoveSource = Side & {
  readonly movedAway: MovedAway | undefined
  /**
   * Marks the database, so that no server starts on it.
   *
   * @throws {MoveRefused} when a server has been started on it
   */
  markMovedAway(details: MovedAway): Promise<void>
}

export type CurrentMove = { readonly id: string; readonly state: MoveState; readonly isFinished: boolean }

/** It has the newest migrations. No server starts on it from `begin` until `finish`. */
export type MoveTarget = Side & {
  /** The latest move into this database. */
  readonly move: CurrentMove | undefined
  begin(id: string, state: MoveState): Promise<void>
  /** Stores rows and state in one transaction. */
  write(table: MovedTable, rows: readonly MovedRow[], id: string, state: MoveState): Promise<void>
  /** Deletes all rows. */
  clear(tables: readonly MovedTable[], id: string, state: MoveState): Promise<void>
  finish(id: string): Promise<void>
}

export const quoted = (name: string) => `"${name}"`

export function columnList(table: MovedTable): string {
  return table.columns.map(({ name }) => quoted(name)).join(', ')
}

/** @param after SQL of the parameter for the key that the rows follow; undefined for the first rows */
export function pageStatement(table: MovedTable, after: string | undefined, limit: number): string {
  const where = after === undefined ? '' : `WHERE ${quoted(table.key)} > ${after}`
  return `SELECT ${columnList(table)} FROM ${quoted(table.name)} ${where} ORDER BY ${quoted(table.key)} LIMIT ${limit}`
}

export function olderVersion(address: string): MoveRefused {
  return new MoveRefused(
    `${address} was last used by an older version of the program. Start this version on it once, which brings it up to date, stop it, and move again.`,
  )
}

export function otherVersion(address: string): MoveRefused {
  return new MoveRefused(
    `The move into ${address} was begun by another version of the program. Continue with that version, or move into an empty database.`,
  )
}

export function notOurs(address: string): MoveRefused {
  return new MoveRefused(`${address} has tables that are not of this program. Move into an empty database.`)
}

export function notMovedAway(address: string): MoveRefused {
  return new MoveRefused(`${address} was not moved to another database.`)
}
