import type { Clock } from '#server/clock.ts'

/** Notices when the wall clock is set, which leases and retry times in the database do not survive unharmed. */
export class ClockWatch {
  readonly #clock: Clock
  readonly #monotonicMs: () => number
  readonly #toleranceMs: number
  #lastWall: number
  #lastMonotonic: number

  /** @param monotonicMs milliseconds since some fixed moment, from a clock that nobody sets */
  constructor(clock: Clock, monotonicMs: () => number, toleranceMs: number) {
    this.#clock = clock
    this.#monotonicMs = monotonicMs
    this.#toleranceMs = toleranceMs
    this.#lastWall = clock.now().getTime()
    this.#lastMonotonic = monotonicMs()
  }

  /** The time, and how the clock was set since the last call. */
  read(): { readonly now: Date; readonly change: 'none' | 'forward' | 'back' } {
    const now = this.#clock.now()
    const wall = now.getTime()
    const monotonic = this.#monotonicMs()
    const leap = wall - this.#lastWall - (monotonic - this.#lastMonotonic)
    this.#lastWall = wall
    this.#lastMonotonic = monotonic
    if (Math.abs(leap) <= this.#toleranceMs) return { now, change: 'none' }
    return { now, change: leap > 0 ? 'forward' : 'back' }
  }
}
