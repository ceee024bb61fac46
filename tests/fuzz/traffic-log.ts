import type { Step } from './step.ts'

type Entry = { readonly step: Step; readonly begunAt: number; endedAt: number }

/** How many finished requests are remembered. */
const maxRemembered = 2_000

/** Which requests were under way when. Instants are milliseconds since 1970. */
export class TrafficLog {
  readonly #running = new Set<Entry>()
  #finished: Entry[] = []

  async note<Result>(step: Step, work: Promise<Result>): Promise<Result> {
    const entry = { step, begunAt: Date.now(), endedAt: Number.POSITIVE_INFINITY }
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

  /** The requests that were under way within a time, those that began last first. */
  during(from: number, to: number): Step[] {
    return [...this.#finished, ...this.#running]
      .filter(({ begunAt, endedAt }) => begunAt <= to && endedAt >= from)
      .toSorted((one, other) => other.begunAt - one.begunAt)
      .map(({ step }) => step)
  }
}
