import type { Clock } from '#server/clock.ts'

/** A clock that stands still until it is moved. */
export class TestClock implements Clock {
  #now: number

  constructor(start: string | Date = '2026-01-05T20:10:00.000Z') {
    this.#now = new Date(start).getTime()
  }

  now(): Date {
    return new Date(this.#now)
  }

  /** @param ms may be negative */
  advance(ms: number): void {
    this.#now += ms
  }
}
