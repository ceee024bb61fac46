const minTestIntervalMs = 1_000

/**
 * Tells whether writes are likely to work: until one fails, and again after a test write has succeeded. Other transactions
 * that succeed prove nothing, since many only read.
 */
export class WriteCheck {
  readonly #write: () => Promise<void>
  #failure: unknown
  #hasFailed = false
  #testing: Promise<void> | undefined
  #testedAt = Number.NEGATIVE_INFINITY

  /** @param write commits something */
  constructor(write: () => Promise<void>) {
    this.#write = write
  }

  noteFailure(error: unknown): void {
    this.#hasFailed = true
    this.#failure = error
  }

  /**
   * Resolves at once if no write has failed. Otherwise it tests a write, at most once a second.
   *
   * @throws what the last write threw
   */
  async assertWritable(): Promise<void> {
    if (!this.#hasFailed && !this.#testing) return
    if (!this.#testing && performance.now() < this.#testedAt + minTestIntervalMs) throw this.#failure
    this.#testing ??= this.#test()
    await this.#testing
  }

  async #test(): Promise<void> {
    // Reset first, so that a failure during the test is noted.
    this.#hasFailed = false
    try {
      await this.#write()
    } catch (error) {
      this.noteFailure(error)
      throw error
    } finally {
      this.#testing = undefined
      this.#testedAt = performance.now()
    }
  }
}
