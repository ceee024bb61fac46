/** Tracks whether the email service works. Times are milliseconds of one monotonic clock. */
export class ServiceHealth {
  readonly #recoveryIntervalMs: number
  // Unknown at startup, so the first success counts as a recovery.
  #failing = true
  #lastSuccess = Number.NEGATIVE_INFINITY
  #lastRecovery = Number.NEGATIVE_INFINITY

  /** @param recoveryIntervalMs shortest time between recoveries, so that one message that always fails is not retried after each success of another */
  constructor(recoveryIntervalMs: number) {
    this.#recoveryIntervalMs = recoveryIntervalMs
  }

  failed(): void {
    this.#failing = true
  }

  /** @returns whether this success ends an outage, so that waiting messages should go out now */
  succeeded(now: number): boolean {
    this.#lastSuccess = now
    if (!this.#failing || now - this.#lastRecovery < this.#recoveryIntervalMs) return false
    this.#failing = false
    this.#lastRecovery = now
    return true
  }

  /** @returns whether any message was accepted since `start` */
  workedSince(start: number): boolean {
    return this.#lastSuccess >= start
  }
}
