/** Lets a number of statements run at a time. Others wait for their turn, but not for long. */
export class ReadQueue {
  #free: number
  readonly #patienceMs: number
  readonly #waiting = new Set<() => void>()

  constructor(most: number, patienceMs: number) {
    this.#free = most
    this.#patienceMs = patienceMs
  }

  /** @throws {Error} in the words of pg's pool, where the turn does not come in time */
  async run<Answer>(work: () => Promise<Answer>): Promise<Answer> {
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
      }, this.#patienceMs)
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
