import type { Clock } from '#server/clock.ts'

/** Clock changes spoil leases and retry times. */
export class ClockWatch {
  readonly #clock: Clock
  readonly #monotonicMs: () => number
  readonly #toleranceMs: number
  #lastWall: number
  #lastMonotonic: number

  /** @param monotonicMs milliseconds of a clock that is never set */
  constructor(clock: Clock, monotonicMs: () => number, toleranceMs: number) {
    this.#clock = clock
    this.#monotonicMs = monotonicMs
    this.#toleranceMs = toleranceMs
    this.#lastWall = clock.now().getTime()
    this.#lastMonotonic = monotonicMs()
  }

  /** Reports changes since the last call. */
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
