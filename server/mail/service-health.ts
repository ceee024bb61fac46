/** What recent attempts say about the mail service. All times are milliseconds of one monotonic clock. */
export class ServiceHealth {
  readonly #recoveryIntervalMs: number
  // A server that starts cannot know how things went before: its first success counts as a recovery.
  #failing = true
  #lastSuccess = Number.NEGATIVE_INFINITY
  #lastRecovery = Number.NEGATIVE_INFINITY

  /** @param recoveryIntervalMs recoveries follow each other no faster, or one message that always fails would be tried with every success of others */
  constructor(recoveryIntervalMs: number) {
    this.#recoveryIntervalMs = recoveryIntervalMs
  }

  failed(): void {
    this.#failing = true
  }

  /** Whether this success ends a time of failures, so that what waits because of them should go out now. */
  succeeded(now: number): boolean {
    this.#lastSuccess = now
    if (!this.#failing || now - this.#lastRecovery < this.#recoveryIntervalMs) return false
    this.#failing = false
    this.#lastRecovery = now
    return true
  }

  /** Whether another message was accepted since `start`. */
  workedSince(start: number): boolean {
    return this.#lastSuccess >= start
  }
}
