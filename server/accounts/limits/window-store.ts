import type { FastifyRateLimitStore } from '@fastify/rate-limit'

/** Beyond it, the least recently counted key is forgotten. */
const maxKeys = 10_000

/** The plugin's store uses the wall clock, so setting it back extends refusals. */
export class WindowStore implements FastifyRateLimitStore {
  readonly #windows = new Map<string, { count: number; readonly endsAt: number }>()

  incr(key: string, callback: Parameters<FastifyRateLimitStore['incr']>[1], windowMs: number): void {
    const now = performance.now()
    const known = this.#windows.get(key)
    const window = known && now < known.endsAt ? known : { count: 0, endsAt: now + windowMs }
    window.count += 1
    // Maps keep insertion order.
    this.#windows.delete(key)
    this.#windows.set(key, window)
    const [oldest] = this.#windows.keys()
    if (this.#windows.size > maxKeys && oldest !== undefined) this.#windows.delete(oldest)
    // The plugin rounds up to seconds: without rounding, a fraction's error adds one.
    callback(null, { current: window.count, ttl: Math.round(window.endsAt - now) })
  }

  /** Each limit counts separately. */
  child(): WindowStore {
    return new WindowStore()
  }
}
