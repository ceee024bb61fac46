import type { Step } from './step.ts'

type Entry = { readonly step: Step; readonly startedAt: number; endedAt: number }

const maxRemembered = 2_000

/** Instants are milliseconds since 1970. */
export class TrafficLog {
  readonly #running = new Set<Entry>()
  #finished: Entry[] = []

  async note<Result>(step: Step, work: Promise<Result>): Promise<Result> {
    const entry = { step, startedAt: Date.now(), endedAt: Number.POSITIVE_INFINITY }
    this.#running.add(entry)
    try {
      return await work
    } finally {
      entry.endedAt = Date.now()
      this.#running.delete(entry)
      this.#finished.push(entry)
      if (this.#finished.length > 2 * maxRemembered) this.#finished = this.#finished.slice(-maxRemembered)
    }
  }

  /** Returns the latest first. */
  during(from: number, to: number): Step[] {
    return [...this.#finished, ...this.#running]
      .filter(({ startedAt, endedAt }) => startedAt <= to && endedAt >= from)
      .toSorted((one, other) => other.startedAt - one.startedAt)
      .map(({ step }) => step)
  }
}
