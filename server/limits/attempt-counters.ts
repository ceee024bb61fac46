import { createHmac } from 'node:crypto'
import type { StoredAttempts } from '#server/database/database.ts'
import { type Counted, type Limit, limits } from './limits.ts'

/** Whether what was wanted may be done. */
export type Taken = { readonly refused: false } | { readonly refused: true; readonly retryAfterSeconds: number }

/** Sorts after every other instant, so that nothing clears the counter away. */
const never = new Date('9999-12-31T00:00:00.000Z')

/** The name that a counter is stored under: nobody can tell from it whom it is for. */
export function attemptKey(serverKey: Buffer, { limit, subject }: Counted): string {
  return `${limit}:${createHmac('sha256', serverKey).update(`attempt:${subject}`).digest('base64url')}`
}

/**
 * Some counters, as they were read in a transaction, and what becomes of them in it. Instants are the caller's, so a
 * clock that is set counts: a window never refuses for longer than a new one would.
 */
export class AttemptCounters {
  readonly #serverKey: Buffer
  readonly #stored: ReadonlyMap<string, StoredAttempts>
  readonly #changed = new Map<string, StoredAttempts>()

  constructor(serverKey: Buffer, stored: readonly StoredAttempts[]) {
    this.#serverKey = serverKey
    this.#stored = new Map(stored.map((row) => [row.key, row]))
  }

  /** What has to be stored, in one order for everybody. */
  get changed(): StoredAttempts[] {
    return [...this.#changed.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
  }

  /** Counts one attempt for each, or for none where one of them is exhausted. */
  take(wanted: readonly Counted[], now: Date): Taken {
    const waits = wanted.flatMap((counted) => {
      const { hits, windowEndsAt } = this.#present(counted, now)
      return hits < limits[counted.limit].attempts ? [] : [windowEndsAt.getTime() - now.getTime()]
    })
    if (waits.length > 0) return { refused: true, retryAfterSeconds: Math.ceil(Math.max(...waits) / 1000) }
    for (const counted of wanted) this.count(counted, now)
    return { refused: false }
  }

  /**
   * Counts an attempt whether or not the limit allows it.
   *
   * @returns how many there are now
   */
  count(counted: Counted, now: Date): number {
    const limit: Limit = limits[counted.limit]
    const row = this.#present(counted, now)
    const hits = row.hits + 1
    const usedUp = hits === limit.attempts
    const blocks = usedUp ? row.blocks + 1 : row.blocks
    const longer = usedUp ? windowOf(limit, blocks) - windowOf(limit, 1) : 0
    this.#set({ key: row.key, hits, blocks, windowEndsAt: later(row.windowEndsAt, longer) })
    return hits
  }

  /** Takes back an attempt that turned out to be none. */
  giveBack(counted: Counted, now: Date): void {
    const limit: Limit = limits[counted.limit]
    const row = this.#present(counted, now)
    if (row.hits === 0) return
    const usedUp = row.hits === limit.attempts
    const longer = usedUp ? windowOf(limit, row.blocks) - windowOf(limit, 1) : 0
    this.#set({
      key: row.key,
      hits: row.hits - 1,
      blocks: usedUp ? row.blocks - 1 : row.blocks,
      windowEndsAt: later(row.windowEndsAt, -longer),
    })
  }

  #set(row: StoredAttempts): void {
    this.#changed.set(row.key, row)
  }

  /** A counter as it stands now: in a new window where the last has ended. */
  #present(counted: Counted, now: Date): StoredAttempts {
    const limit: Limit = limits[counted.limit]
    const key = attemptKey(this.#serverKey, counted)
    const row = this.#changed.get(key) ?? this.#stored.get(key)
    if (limit.windowMs === null) return row ?? { key, hits: 0, blocks: 0, windowEndsAt: never }
    const usedUp = row !== undefined && row.hits >= limit.attempts
    if (!row || row.windowEndsAt <= now) {
      const inARow = usedUp && now.getTime() - row.windowEndsAt.getTime() < limit.windowMs
      return { key, hits: 0, blocks: inARow ? row.blocks : 0, windowEndsAt: later(now, limit.windowMs) }
    }
    // The clock was set back. Kept with the new end, or it would move along with the clock.
    const latestEnd = later(now, windowOf(limit, usedUp ? row.blocks : 1))
    if (row.windowEndsAt > latestEnd) this.#set({ ...row, windowEndsAt: latestEnd })
    return this.#changed.get(key) ?? row
  }
}

/** How long the so manieth of windows that are used up in a row lasts, in milliseconds. */
function windowOf({ windowMs, longestBlock = 1 }: Limit, blocks: number): number {
  return (windowMs ?? 0) * Math.min(longestBlock, 2 ** Math.max(0, blocks - 1))
}

function later(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms)
}
