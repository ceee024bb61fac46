import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { DatabaseUnavailable, ReadTooSlow } from '#server/database/database.ts'
import type { Query } from '#server/database/queries/query.ts'

const processFile = fileURLToPath(new URL('./reader-process.js', import.meta.url))

const maxStartMs = 10_000

type Response = { readonly rows?: unknown[]; readonly error?: { readonly message: string; readonly code?: string } }

type Waiting = { resolve(response: Response): void; reject(error: Error): void }

/** A process with a read-only connection. It runs one query at a time. */
export class Reader {
  readonly #process: ReturnType<typeof fork>
  /** Rejects if the process ends first. */
  readonly ready: Promise<void>
  /** Resolves with the signal or exit code. */
  readonly ended: Promise<string>
  #waiting: Waiting | undefined
  #isEnding = false

  constructor(path: string) {
    this.#process = fork(processFile, [path], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    this.#process.on('message', (response: Response) => this.#settle((waiting) => waiting.resolve(response)))
    this.ended = new Promise((resolve) => {
      const end = (reason: string) => {
        this.#isEnding = true
        this.#settle(({ reject }) => reject(new DatabaseUnavailable(`A reading process ended: ${reason}`)))
        resolve(reason)
      }
      this.#process.once('exit', (code, signal) => end(signal ?? `code ${code}`))
      // The process could not start.
      this.#process.on('error', ({ message }) => end(message))
    })
    this.ready = this.#response(maxStartMs, () => new DatabaseUnavailable('A reading process did not start')).then(
      () => undefined,
    )
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  get isEnding(): boolean {
    return this.#isEnding
  }

  /**
   * SQLite offers no way to interrupt a query from JavaScript, so the process ends with a slow one.
   *
   * @throws {ReadTooSlow}
   * @throws {DatabaseUnavailable} when the process ends
   * @throws {Error} SQLite's, with its code
   */
  async read<Row>(query: Query, maxMs: number): Promise<Row[]> {
    const response = this.#response(maxMs, () => new ReadTooSlow())
    // If this fails, the process has ended.
    this.#process.send(query, () => undefined)
    const { rows, error } = await response
    if (error) throw Object.assign(new Error(error.message), { name: 'SqliteError', code: error.code })
    return rows as Row[]
  }

  /** Safe at any time, because the connection cannot write. */
  async end(): Promise<void> {
    this.#isEnding = true
    this.#process.kill('SIGKILL')
    await this.ended
  }

  async #response(maxMs: number, tooSlow: () => Error): Promise<Response> {
    let timer: NodeJS.Timeout | undefined
    try {
      return await new Promise<Response>((resolve, reject) => {
        this.#waiting = { resolve, reject }
        timer = setTimeout(() => {
          this.#settle((waiting) => waiting.reject(tooSlow()))
          void this.end()
        }, maxMs)
      })
    } finally {
      clearTimeout(timer)
    }
  }

  #settle(settle: (waiting: Waiting) => void): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    if (waiting) settle(waiting)
  }
}
