import type { AuthReason } from '#shared/account.ts'
import type { StaleSave } from '#shared/estimates/estimate-work.ts'

/** What can go wrong in a way that a caller is told about; anything else is our fault and is masked. */
export type AppErrorCode =
  | 'conflict'
  | 'forbidden'
  | 'invalid'
  | 'not_found'
  | 'too_many'
  | 'unauthenticated'
  | 'unavailable'

type AppErrorOptions = {
  /** What really happened, for the log; never shown to the caller. */
  cause?: unknown
  /** After how many seconds trying again makes sense; becomes the Retry-After header. */
  retryAfterSeconds?: number
  /** Which case of the code it is, for the page to act on. */
  reason?: AuthReason
  /** What is wrong with each field of the input. */
  fieldErrors?: Readonly<Record<string, readonly string[]>>
  /** Of a save that saw an older version: what has changed since. */
  stale?: StaleSave
}

/** An error whose message may be shown to the person who caused it. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: AppErrorCode
  readonly retryAfterSeconds: number | undefined
  readonly reason: AuthReason | undefined
  readonly fieldErrors: AppErrorOptions['fieldErrors']
  readonly stale: StaleSave | undefined

  constructor(code: AppErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds
    this.reason = options.reason
    this.fieldErrors = options.fieldErrors
    this.stale = options.stale
  }
}
