import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseAccess } from './database-access.ts'

/** What is counted of each table that a call may change; what limits count, they count for refused calls, too. */
const counts: Readonly<Record<string, string>> = {
  project_estimates: 'count(*) + sum(version)',
  estimate_events: 'count(*)',
  outbox_messages: 'count(*)',
  users: 'count(*) + count(confirmed_at) + count(password_hash)',
  sessions: 'count(*) + sum(refresh_count)',
  email_tokens: 'count(*)',
  settings: 'count(*)',
}

const question = `SELECT ${Object.entries(counts)
  .map(([table, count]) => `(SELECT coalesce(${count}, 0) FROM ${table}) AS ${table}`)
  .join(', ')}`

type Snapshot = Readonly<Record<string, unknown>>

/** How often in a row the rows have to be the same, and how long after each other they are looked at. */
const [stillTimes, everyMs] = [3, 50]

/** The rows of all tables as numbers, once they stand still: what was left in the middle may still be written. */
export async function rowSnapshot(access: DatabaseAccess): Promise<Snapshot> {
  let [before] = await access.query<Snapshot>(question)
  for (let still = 0; still < stillTimes; ) {
    await wait(everyMs)
    const [now] = await access.query<Snapshot>(question)
    still = changedTables(before, now).length === 0 ? still + 1 : 0
    before = now
  }
  return before ?? {}
}

export function changedTables(before: Snapshot = {}, now: Snapshot = {}): string[] {
  return Object.keys(counts).filter((table) => String(before[table]) !== String(now[table]))
}

/** What was said of submissions, to be compared with the rows that there are. */
export class Ledger {
  readonly #references = new Set<string>()
  readonly #seeded: number
  #unknown = 0

  constructor(seeded: number) {
    this.#seeded = seeded
  }

  /** @param unknown how many submissions may have been stored although no answer said so */
  note(references: readonly string[], unknown: number): void {
    for (const reference of references) this.#references.add(reference)
    this.#unknown += unknown
  }

  get acknowledged(): number {
    return this.#references.size
  }

  /** What is wrong with the rows of the requests: one missing, or one that was never acknowledged. */
  async problems(access: DatabaseAccess): Promise<string[]> {
    const rows = await access.query<{ reference: string; name: string }>(
      'SELECT reference, name FROM project_estimates',
    )
    const stored = new Set(rows.map(({ reference }) => reference))
    const lost = [...this.#references].filter((reference) => !stored.has(reference))
    const extra = rows.length - this.#seeded - (this.#references.size - lost.length)
    const smuggled = rows.filter(({ name }) => name === 'Smuggled').length
    return [
      ...(lost.length > 0 ? [`${lost.length} acknowledged submissions are not stored`] : []),
      ...(extra > this.#unknown ? [`${extra - this.#unknown} rows are stored that were never acknowledged`] : []),
      ...(extra < 0 ? [`${-extra} rows are missing`] : []),
      ...(smuggled > 0 ? [`${smuggled} submissions were smuggled in behind another request`] : []),
    ]
  }
}
