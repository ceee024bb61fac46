/** All times are milliseconds of one monotonic clock. */
export class ServiceHealth {
  readonly #recoveryIntervalMs: number
  // Unknown at startup, so the first success counts as a recovery.
  #failing = true
  #lastSuccess = Number.NEGATIVE_INFINITY
  #lastRecovery = Number.NEGATIVE_INFINITY

  /** @param recoveryIntervalMs minimum between recoveries, or each success would retry a message that always fails */
  constructor(recoveryIntervalMs: number) {
    this.#recoveryIntervalMs = recoveryIntervalMs
  }

  failed(): void {
    this.#failing = true
  }

  /** @returns whether waiting messages should go out now, because an outage has ended */
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
