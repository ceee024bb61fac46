import { setTimeout as delay } from 'node:timers/promises'
import { ChangeSet } from '#server/database/client/committed.ts'
import type { ChangedEstimates } from '#shared/estimates/live-changes.ts'

export type LiveSession = { readonly id: string; readonly user: { readonly id: string } }

/** A slow page gets merged changes. */
export class LiveStream {
  readonly sessionId: string
  readonly userId: string
  readonly #waiting = new ChangeSet()
  readonly #over = new AbortController()
  #wake: (() => void) | undefined
  #end: { readonly error: unknown } | undefined

  constructor({ id, user }: LiveSession) {
    this.sessionId = id
    this.userId = user.id
  }

  add(changes: ChangedEstimates): void {
    this.#waiting.add(changes)
    this.#wake?.()
  }

  /** @param error without it, the client may reconnect at once */
  end(error?: unknown): void {
    this.#end ??= { error }
    this.#over.abort()
    this.#wake?.()
  }

  get hasEnded(): boolean {
    return this.#end !== undefined
  }

  async ready(): Promise<void> {
    while (!this.#end && this.#waiting.isEmpty)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
  }

  async pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#over.signal, ref: false }).catch(() => undefined)
  }

  /**
   * @returns undefined after the end
   * @throws the error that ended the stream
   */
  take(): ChangedEstimates | undefined {
    if (this.#end?.error !== undefined) throw this.#end.error
    if (this.#end) return undefined
    const { created, changed, all, people } = this.#waiting.take()
    return { created, changed, all, ...(people ? { people } : {}) }
  }
}
