import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Committed } from '#server/database/client/committed.ts'
import type { CommitListener } from '#server/database/database.ts'
import { maxIdsPerEvent } from '#shared/estimates/live-changes.ts'

const ids = z.readonly(z.array(z.string().check(z.regex(/^[\w-]{1,64}$/))).check(z.maxLength(maxIdsPerEvent)))

/** Other versions may use other fields. */
const messageSchema = z.strictObject({
  from: z.uuid(),
  created: ids,
  changed: ids,
  all: z.boolean(),
  people: z.boolean(),
})
export type Message = z.infer<typeof messageSchema>

const anything: Committed = { created: [], changed: [], all: true, people: true }

const minPauseMs = 1_000
const maxPauseMs = 16_000

type NotificationOptions = {
  readonly process: string
  readonly log: Logger
  readonly listener: CommitListener
}

/**
 * Any database role can send messages. An unknown one makes every page reload, so these are passed on at most once a
 * second, and less often while they continue.
 */
export class CommitNotifications {
  readonly #options: NotificationOptions
  #pauseMs = minPauseMs
  #pause: NodeJS.Timeout | undefined
  #hasUnknownInPause = false

  constructor(options: NotificationOptions) {
    this.#options = options
  }

  /** Never throws. */
  read(payload: string): void {
    const message = parsed(payload)
    if (!message) this.#passUnknown()
    else if (message.from !== this.#options.process) this.#pass(message)
  }

  close(): void {
    clearTimeout(this.#pause)
    this.#hasUnknownInPause = false
  }

  #passUnknown(): void {
    if (this.#pause) {
      this.#hasUnknownInPause = true
      return
    }
    this.#options.log.warn('a message of another program or version was not understood; treating everything as changed')
    this.#pass(anything)
    this.#pause = setTimeout(() => this.#endPause(), this.#pauseMs).unref()
  }

  #endPause(): void {
    this.#pause = undefined
    const more = this.#hasUnknownInPause
    this.#hasUnknownInPause = false
    this.#pauseMs = more ? Math.min(2 * this.#pauseMs, maxPauseMs) : minPauseMs
    if (more) this.#passUnknown()
  }

  #pass({ created, changed, all, people }: Committed): void {
    try {
      this.#options.listener({ created, changed, all, people })
    } catch (error) {
      this.#options.log.error({ err: error }, 'a commit of another process could not be passed on')
    }
  }
}

function parsed(payload: string): Message | undefined {
  try {
    return messageSchema.parse(JSON.parse(payload))
  } catch {
    // Foreign text is not logged.
    return undefined
  }
}
