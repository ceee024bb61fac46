import { keyedDigest } from '#server/accounts/secrets/secrets.ts'
import { addMs } from '#server/clock.ts'
import type { StoredAttempts } from '#server/database/database.ts'
import { type Limit, type LimitName, limits, type RateLimitKey } from './limits.ts'

export type RateLimitResult =
  | { readonly refused: false }
  | { readonly refused: true; readonly retryAfterSeconds: number }

/** No sweep deletes such a counter. */
const never = new Date('9999-12-31T00:00:00.000Z')

export function counterKey(serverKey: Buffer, { limit, subject }: RateLimitKey): string {
  return formatKey(limit, keyedDigest(serverKey, 'attempt', subject))
}

/** The digest makes a subject's counters neighbors in the index. */
function formatKey(name: LimitName, digest: string): string {
  const { storedName = name }: Limit = limits[name]
  return `${digest}:${storedName}`
}

/** Even if the clock is set back, a window never refuses for longer than a new one. */
export class RateLimitCounters {
  readonly #keys: ReadonlyMap<RateLimitKey, string>
  readonly #stored = new Map<string, StoredAttempts>()
  readonly #changed = new Map<string, StoredAttempts>()

  /** @param wanted later calls need these objects */
  constructor(serverKey: Buffer, wanted: readonly RateLimitKey[]) {
    const digests = new Map<string, string>()
    const getDigest = (subject: string) => {
      const digest = digests.get(subject) ?? keyedDigest(serverKey, 'attempt', subject)
      digests.set(subject, digest)
      return digest
    }
    this.#keys = new Map(wanted.map((key) => [key, formatKey(key.limit, getDigest(key.subject))]))
  }

  get keys(): string[] {
    return [...new Set(this.#keys.values())]
  }

  load(stored: readonly StoredAttempts[]): void {
    for (const row of stored) this.#stored.set(row.key, row)
  }

  /** Sorts them to avoid deadlocks. */
  get changed(): StoredAttempts[] {
    return [...this.#changed.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
  }

  /** Counts none if one is exhausted. */
  consume(wanted: readonly RateLimitKey[], now: Date): RateLimitResult {
    const waits = wanted.flatMap((key) => {
      const { hits, windowEndsAt } = this.#current(key, now)
      return hits < limits[key.limit].attempts ? [] : [windowEndsAt.getTime() - now.getTime()]
    })
    if (waits.length > 0) return { refused: true, retryAfterSeconds: Math.ceil(Math.max(...waits) / 1000) }
    for (const key of wanted) this.count(key, now)
    return { refused: false }
  }

  /** Counts beyond the limit, too. */
  count(key: RateLimitKey, now: Date): number {
    const limit: Limit = limits[key.limit]
    const row = this.#current(key, now)
    const hits = row.hits + 1
    const isUsedUp = hits === limit.attempts
    const blocks = isUsedUp ? row.blocks + 1 : row.blocks
    const backoffMs = isUsedUp ? windowLengthMs(limit, blocks) - windowLengthMs(limit, 1) : 0
    this.#set({ key: row.key, hits, blocks, windowEndsAt: addMs(row.windowEndsAt, backoffMs) })
    return hits
  }

  refund(key: RateLimitKey, now: Date): void {
    const limit: Limit = limits[key.limit]
    const row = this.#current(key, now)
    if (row.hits === 0) return
    const wasUsedUp = row.hits === limit.attempts
    const backoffMs = wasUsedUp ? windowLengthMs(limit, row.blocks) - windowLengthMs(limit, 1) : 0
    this.#set({
      key: row.key,
      hits: row.hits - 1,
      blocks: wasUsedUp ? row.blocks - 1 : row.blocks,
      windowEndsAt: addMs(row.windowEndsAt, -backoffMs),
    })
  }

  #set(row: StoredAttempts): void {
    this.#changed.set(row.key, row)
  }

  #current(wanted: RateLimitKey, now: Date): StoredAttempts {
    const limit: Limit = limits[wanted.limit]
    const key = this.#keys.get(wanted)
    if (key === undefined) throw new Error(`a counter of ${wanted.limit} was not read`)
    const row = this.#changed.get(key) ?? this.#stored.get(key)
    if (limit.windowMs === null) return row ?? { key, hits: 0, blocks: 0, windowEndsAt: never }
    const isUsedUp = row !== undefined && row.hits >= limit.attempts
    if (!row || row.windowEndsAt <= now) {
      const isConsecutive = isUsedUp && now.getTime() - row.windowEndsAt.getTime() < limit.windowMs
      return { key, hits: 0, blocks: isConsecutive ? row.blocks : 0, windowEndsAt: addMs(now, limit.windowMs) }
    }
    // Unless stored, the end would move with a clock that was set back.
    const latestEnd = addMs(now, windowLengthMs(limit, isUsedUp ? row.blocks : 1))
    if (row.windowEndsAt > latestEnd) this.#set({ ...row, windowEndsAt: latestEnd })
    return this.#changed.get(key) ?? row
  }
}

/** Returns the length of the nth consecutive exhausted window. */
function windowLengthMs({ windowMs, maxBackoffFactor = 1 }: Limit, n: number): number {
  return (windowMs ?? 0) * Math.min(maxBackoffFactor, 2 ** Math.max(0, n - 1))
}
