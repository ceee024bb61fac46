import { addMs } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { within } from '#server/within.ts'
import { hourMs, minuteMs } from '#shared/durations.ts'
import { maxQuarantined } from '#shared/estimates/quarantine.ts'

/** Limits the emails to visitors at all addresses together in an hour. No contractor gets as many requests. */
export const maxAcknowledgementsPerHour = 300

const recountedAfterMs = minuteMs

/** A submission waits no longer for a count. The last one holds until the next is there. */
const maxWaitMs = 500

/**
 * A flood may still take so many places in quarantine and emails to visitors. They are counted in the database once a
 * minute, so several processes may exceed the limits by what they take in that minute.
 */
export class IntakeRoom {
  readonly #maxAcknowledgements: number
  #countedAt = Number.NEGATIVE_INFINITY
  #counting: Promise<void> | undefined
  #places = maxQuarantined
  #acknowledgements: number

  constructor(maxAcknowledgements = maxAcknowledgementsPerHour) {
    this.#maxAcknowledgements = maxAcknowledgements
    this.#acknowledgements = maxAcknowledgements
  }

  /** Never throws: a database that does not answer refuses the submission itself. */
  async recount(database: Pick<Database, 'queries'>, now: Date): Promise<void> {
    // The clock may have been set back.
    if (Math.abs(now.getTime() - this.#countedAt) < recountedAfterMs) return
    this.#counting ??= this.#count(database, now)
      .catch(() => undefined)
      .finally(() => {
        this.#counting = undefined
      })
    await within(maxWaitMs, this.#counting)
  }

  async #count({ queries }: Pick<Database, 'queries'>, now: Date): Promise<void> {
    const limits = { quarantined: maxQuarantined, acknowledged: this.#maxAcknowledgements }
    const { quarantined, acknowledged } = await queries.intake({ acknowledgedSince: addMs(now, -hourMs), limits })
    this.#countedAt = now.getTime()
    this.#places = limits.quarantined - quarantined
    this.#acknowledgements = limits.acknowledged - acknowledged
  }

  takePlace(): boolean {
    this.#places -= 1
    return this.#places >= 0
  }

  takeAcknowledgement(): boolean {
    this.#acknowledgements -= 1
    return this.#acknowledgements >= 0
  }
}
