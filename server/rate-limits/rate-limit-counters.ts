import { keyedDigest } from '#server/auth/secrets.ts'
import type { StoredAttempts } from '#server/database/database.ts'
import { type Limit, type LimitName, limits, type RateLimitKey } from './limits.ts'

/** Whether what was wanted may be done. */
export type Taken = { readonly refused: false } | { readonly refused: true; readonly retryAfterSeconds: number }

/** Sorts after every other instant, so that nothing clears the counter away. */
const never = new Date('9999-12-31T00:00:00.000Z')

/** The name that a counter is stored under: nobody can tell from it whom it is for. */
export function counterKey(serverKey: Buffer, { limit, subject }: RateLimitKey): string {
  return keyOf(limit, keyedDigest(serverKey, 'attempt', subject))
}

/** The digest comes first, so that the counters of one subject lie side by side and are written together. */
function keyOf(limit: LimitName, digest: string): string {
  return `${digest}:${limit}`
}

/**
 * Some counters and what becomes of them in a transaction that has locked and read them. Instants are the caller's, so a
 * clock that is set counts: a window never refuses for longer than a new one would.
 */
export class RateLimitCounters {
  readonly #keys: ReadonlyMap<RateLimitKey, string>
  readonly #stored = new Map<string, StoredAttempts>()
  readonly #changed = new Map<string, StoredAttempts>()

  /** @param counted all that will be counted, the very objects */
  constructor(serverKey: Buffer, counted: readonly RateLimitKey[]) {
    // Most subjects come with several limits.
    const digests = new Map<string, string>()
    const digestOf = (subject: string) => {
      const digest = digests.get(subject) ?? keyedDigest(serverKey, 'attempt', subject)
      digests.set(subject, digest)
      return digest
    }
    this.#keys = new Map(counted.map((one) => [one, keyOf(one.limit, digestOf(one.subject))]))
  }

  /** What to lock and to read. */
  get keys(): string[] {
    return [...new Set(this.#keys.values())]
  }

  /** Takes over what was read. */
  load(stored: readonly StoredAttempts[]): void {
    for (const row of stored) this.#stored.set(row.key, row)
  }

  /** What has to be stored, in one order for everybody. */
  get changed(): StoredAttempts[] {
    return [...this.#changed.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
  }

  /** Counts one attempt for each, or for none where one of them is exhausted. */
  take(wanted: readonly RateLimitKey[], now: Date): Taken {
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
  count(counted: RateLimitKey, now: Date): number {
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
  refund(counted: RateLimitKey, now: Date): void {
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
  #present(counted: RateLimitKey, now: Date): StoredAttempts {
    const limit: Limit = limits[counted.limit]
    const key = this.#keys.get(counted)
    if (key === undefined) throw new Error(`a counter of ${counted.limit} was not read`)
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
function windowOf({ windowMs, maxBackoffFactor = 1 }: Limit, blocks: number): number {
  return (windowMs ?? 0) * Math.min(maxBackoffFactor, 2 ** Math.max(0, blocks - 1))
}

function later(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms)
}
