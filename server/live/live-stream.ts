import { GatheredChanges } from '#server/database/committed.ts'
import type { ChangedRequests } from '#shared/live-changes.ts'

/** One open page that is told of changes. What it has not taken yet is gathered, so that a slow one costs little. */
export class LiveStream {
  readonly sessionId: string
  readonly #waiting = new GatheredChanges()
  #wake: (() => void) | undefined
  #end: { readonly error: unknown } | undefined

  constructor(sessionId: string) {
    this.sessionId = sessionId
  }

  add(changes: ChangedRequests): void {
    this.#waiting.add(changes)
    this.#wake?.()
  }

  /** @param error what the page is told; undefined where it may come again at once */
  end(error?: unknown): void {
    this.#end ??= { error }
    this.#wake?.()
  }

  /**
   * Waits for changes.
   *
   * @returns undefined when the stream has ended
   * @throws what it was ended with
   */
  async next(): Promise<ChangedRequests | undefined> {
    while (!this.#end && this.#waiting.isEmpty)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    if (this.#end?.error !== undefined) throw this.#end.error
    if (this.#end) return undefined
    const { created, changed, all } = this.#waiting.take()
    return { created, changed, all }
  }
}
