import type { FastifyRateLimitStore } from '@fastify/rate-limit'

/** Beyond it the key that was counted longest ago is forgotten. */
const maxKeys = 10_000

/**
 * Counts in memory for @fastify/rate-limit. The plugin's own store goes by the wall clock, so that a key stays refused
 * for a day when the clock is set back by a day.
 */
export class WindowStore implements FastifyRateLimitStore {
  readonly #windows = new Map<string, { count: number; readonly endsAt: number }>()

  incr(key: string, callback: Parameters<FastifyRateLimitStore['incr']>[1], windowMs: number): void {
    const now = performance.now()
    const known = this.#windows.get(key)
    const window = known && now < known.endsAt ? known : { count: 0, endsAt: now + windowMs }
    window.count += 1
    // A map keeps the order of insertion.
    this.#windows.delete(key)
    this.#windows.set(key, window)
    const [oldest] = this.#windows.keys()
    if (this.#windows.size > maxKeys && oldest !== undefined) this.#windows.delete(oldest)
    callback(null, { current: window.count, ttl: window.endsAt - now })
  }

  /** Each limit counts by itself. */
  child(): WindowStore {
    return new WindowStore()
  }
}
