/** Times are milliseconds of one monotonic clock. */
export class ServiceHealth {
  readonly #recoveryIntervalMs: number
  // The first success counts as a recovery.
  #failing = true
  #lastSuccess = Number.NEGATIVE_INFINITY
  #lastRecovery = Number.NEGATIVE_INFINITY

  /** @param recoveryIntervalMs minimum, or each success would retry failing messages */
  constructor(recoveryIntervalMs: number) {
    this.#recoveryIntervalMs = recoveryIntervalMs
  }

  failed(): void {
    this.#failing = true
  }

  /** @returns whether an outage has just ended */
  succeeded(now: number): boolean {
    this.#lastSuccess = now
    if (!this.#failing || now - this.#lastRecovery < this.#recoveryIntervalMs) return false
    this.#failing = false
    this.#lastRecovery = now
    return true
  }

  workedSince(start: number): boolean {
    return this.#lastSuccess >= start
  }
}
