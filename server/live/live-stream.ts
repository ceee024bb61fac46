import { setTimeout as delay } from 'node:timers/promises'
import { ChangeSet } from '#server/database/client/committed.ts'
import type { ChangedEstimates } from '#shared/live-changes.ts'

/** One open page that is told of changes. What it has not taken yet is gathered, so that a slow one costs little. */
export class LiveStream {
  readonly sessionId: string
  readonly #waiting = new ChangeSet()
  readonly #over = new AbortController()
  #wake: (() => void) | undefined
  #end: { readonly error: unknown } | undefined

  constructor(sessionId: string) {
    this.sessionId = sessionId
  }

  add(changes: ChangedEstimates): void {
    this.#waiting.add(changes)
    this.#wake?.()
  }

  /** @param error what the page is told; undefined where it may come again at once */
  end(error?: unknown): void {
    this.#end ??= { error }
    this.#over.abort()
    this.#wake?.()
  }

  get hasEnded(): boolean {
    return this.#end !== undefined
  }

  /** Waits until there are changes to take or the stream has ended. */
  async ready(): Promise<void> {
    while (!this.#end && this.#waiting.isEmpty)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
  }

  /** Waits for a time, or until the stream has ended. */
  async pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#over.signal, ref: false }).catch(() => undefined)
  }

  /**
   * Takes the changes that were gathered.
   *
   * @returns undefined when the stream has ended
   * @throws what it was ended with
   */
  take(): ChangedEstimates | undefined {
    if (this.#end?.error !== undefined) throw this.#end.error
    if (this.#end) return undefined
    const { created, changed, all } = this.#waiting.take()
    return { created, changed, all }
  }
}
