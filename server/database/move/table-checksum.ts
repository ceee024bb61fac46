import { createHash } from 'node:crypto'
import type { TableProgress } from '#server/database/move-marks.ts'
import type { MovedTable } from './moved-tables.ts'

/** Instants are in the form of `Date.toISOString`. */
export type MovedValue = string | number | boolean | null
export type MovedRow = Readonly<Record<string, MovedValue>>

const modulus = 2n ** 256n

/**
 * Counts rows and sums up their digests, so the order does not matter: engines sort texts differently.
 *
 * A row is digested as the JSON array of its values in the order of the columns' names. Both engines give the same text,
 * because a whole number is a number, a flag is true or false, an instant is a UTC text with milliseconds, and any other
 * value is a text, which is compared character by character. JSON is stored as text, too. No column is a decimal or a
 * blob.
 */
export class TableChecksum {
  readonly #table: MovedTable
  #sum = 0n
  #rows = 0
  #lastKey = ''

  constructor(table: MovedTable) {
    this.#table = table
  }

  /** @param rows in the order of their keys */
  add(rows: readonly MovedRow[]): void {
    const { columns, key } = this.#table
    for (const row of rows) {
      const text = JSON.stringify(columns.map(({ name }) => row[name]))
      const digest = createHash('sha256').update(text).digest('hex')
      this.#sum = (this.#sum + BigInt(`0x${digest}`)) % modulus
    }
    this.#rows += rows.length
    this.#lastKey = String(rows.at(-1)?.[key] ?? this.#lastKey)
  }

  get progress(): TableProgress {
    return { rows: this.#rows, checksum: this.#sum.toString(16).padStart(64, '0'), lastKey: this.#lastKey }
  }
}
