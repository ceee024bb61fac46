export class ReadQueue {
  #free: number
  readonly #timeoutMs: number
  readonly #waiting = new Set<() => void>()

  constructor(limit: number, timeoutMs: number) {
    this.#free = limit
    this.#timeoutMs = timeoutMs
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** @throws {Error} after the timeout, worded like pg's */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1
    else await this.#turn()
    try {
      return await work()
    } finally {
      this.#pass()
    }
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(begin)
        reject(new Error('timeout exceeded when trying to connect'))
      }, this.#timeoutMs)
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      this.#waiting.add(begin)
    })
  }

  #pass(): void {
    const [next] = this.#waiting
    if (!next) {
      this.#free += 1
      return
    }
    this.#waiting.delete(next)
    next()
  }
}
