/** A write is tested at most this often. */
const pauseMs = 1_000

/**
 * Knows whether writes are likely to work: they are until one fails, and again once one is seen to work that was made to
 * find out. That other transactions succeed says little, since many only read.
 */
export class WriteCheck {
  readonly #write: () => Promise<void>
  #failure: unknown
  #inDoubt = false
  #testing: Promise<void> | undefined
  #testedAt = Number.NEGATIVE_INFINITY

  /** @param write really stores something */
  constructor(write: () => Promise<void>) {
    this.#write = write
  }

  noteFailure(error: unknown): void {
    this.#inDoubt = true
    this.#failure = error
  }

  /**
   * Resolves at once unless there is doubt. Then it tests a write: one at a time, and not again within a second.
   *
   * @throws what the last write threw
   */
  async settle(): Promise<void> {
    if (!this.#inDoubt && !this.#testing) return
    if (!this.#testing && performance.now() < this.#testedAt + pauseMs) throw this.#failure
    this.#testing ??= this.#test()
    await this.#testing
  }

  async #test(): Promise<void> {
    // A write that fails while this one is tested raises a doubt of its own.
    this.#inDoubt = false
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
