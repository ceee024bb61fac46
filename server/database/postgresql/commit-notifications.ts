import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Committed } from '#server/database/client/committed.ts'
import type { CommitListener } from '#server/database/database.ts'
import { maxIdsPerEvent } from '#shared/estimates/live-changes.ts'

const ids = z.readonly(z.array(z.string().check(z.regex(/^[\w-]{1,64}$/))).check(z.maxLength(maxIdsPerEvent)))

/** A message of one process to the others. A field more or less is another version's message. */
const messageSchema = z.strictObject({
  /** The process that commits: it knows already. */
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

type HeardMessagesOptions = {
  /** The id of this process, whose own messages are no news. */
  readonly process: string
  readonly log: Logger
  readonly hear: CommitListener
}

/**
 * Reads the messages of other processes. Any role that can connect to the database may send some, and so may a newer or
 * an older version of this program: one that is not understood counts as "anything may have changed", since nothing
 * may be missed. Those are passed on at most once a second, and ever more seldom, down to once in 16 s, while they go
 * on: every open page reads anew each time.
 */
export class CommitNotifications {
  readonly #options: HeardMessagesOptions
  #pauseMs = minPauseMs
  #pause: NodeJS.Timeout | undefined
  #unclearInPause = false

  constructor(options: HeardMessagesOptions) {
    this.#options = options
  }

  /** Takes the text of a message. Never throws. */
  read(payload: string): void {
    const message = parsed(payload)
    if (!message) this.#unclear()
    else if (message.from !== this.#options.process) this.#pass(message)
  }

  close(): void {
    clearTimeout(this.#pause)
    this.#unclearInPause = false
  }

  #unclear(): void {
    if (this.#pause) {
      this.#unclearInPause = true
      return
    }
    this.#options.log.warn('a message of another program or version was taken for: anything may have changed')
    this.#pass(anything)
    this.#pause = setTimeout(() => this.#endPause(), this.#pauseMs).unref()
  }

  #endPause(): void {
    this.#pause = undefined
    const more = this.#unclearInPause
    this.#unclearInPause = false
    this.#pauseMs = more ? Math.min(2 * this.#pauseMs, maxPauseMs) : minPauseMs
    if (more) this.#unclear()
  }

  #pass({ created, changed, all, people }: Committed): void {
    try {
      this.#options.hear({ created, changed, all, people })
    } catch (error) {
      this.#options.log.error({ err: error }, 'a commit of another process could not be passed on')
    }
  }
}

function parsed(payload: string): Message | undefined {
  try {
    return messageSchema.parse(JSON.parse(payload))
  } catch {
    // What was sent is none of ours, so it says nothing that the log should have.
    return undefined
  }
}
