const minTestIntervalMs = 1_000

/** After a failure, only a test write proves that writes work, because many transactions only read. */
export class WriteCheck {
  readonly #write: () => Promise<void>
  #failure: unknown
  #hasFailed = false
  #testing: Promise<void> | undefined
  #testedAt = Number.NEGATIVE_INFINITY

  /** @param write must commit something */
  constructor(write: () => Promise<void>) {
    this.#write = write
  }

  noteFailure(error: unknown): void {
    this.#hasFailed = true
    this.#failure = error
  }

  /** @throws the error of the last write */
  async assertWritable(): Promise<void> {
    if (!this.#hasFailed && !this.#testing) return
    if (!this.#testing && performance.now() < this.#testedAt + minTestIntervalMs) throw this.#failure
    this.#testing ??= this.#test()
    await this.#testing
  }

  async #test(): Promise<void> {
    // A failure during the test must be noted.
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
