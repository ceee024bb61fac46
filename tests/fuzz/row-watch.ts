import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseAccess } from './database-access.ts'

/** Rate limits are left out, since they count refused calls, too. */
const counts: Readonly<Record<string, string>> = {
  project_estimates: 'count(*) + sum(version)',
  estimate_events: 'count(*)',
  outbox_messages: 'count(*)',
  users: 'count(*) + count(confirmed_at) + count(password_hash)',
  sessions: 'count(*) + sum(refresh_count)',
  email_tokens: 'count(*)',
  email_changes: 'count(*) + count(confirmed_at)',
  saved_views: 'count(*)',
  settings: 'count(*)',
  visits: 'count(*) + sum(sequence) + count(done_at) + count(called_off_at)',
  review_requests: 'count(*) + count(opted_out_at)',
}

const question = `SELECT ${Object.entries(counts)
  .map(([table, count]) => `(SELECT coalesce(${count}, 0) FROM ${table}) AS ${table}`)
  .join(', ')}`

type Snapshot = Readonly<Record<string, unknown>>

const [stillTimes, everyMs] = [3, 50]

/** Waits until the counts are stable, since abandoned requests may still be writing. */
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

/** Compares acknowledged submissions with the rows. */
export class Ledger {
  readonly #references = new Set<string>()
  readonly #seeded: number
  #unknown = 0

  constructor(seeded: number) {
    this.#seeded = seeded
  }

  /** @param unknown submissions that may be stored without a response */
  note(references: readonly string[], unknown: number): void {
    for (const reference of references) this.#references.add(reference)
    this.#unknown += unknown
  }

  get acknowledged(): number {
    return this.#references.size
  }

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
