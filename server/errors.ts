/** What can go wrong in a way that a caller is told about; anything else is our fault and is masked. */
export type AppErrorCode = 'conflict' | 'not_found' | 'unavailable'

type AppErrorOptions = {
  /** What really happened, for the log; never shown to the caller. */
  cause?: unknown
  /** After how many seconds trying again makes sense; becomes the Retry-After header. */
  retryAfterSeconds?: number
}

/** An error whose message may be shown to the person who caused it. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: AppErrorCode
  readonly retryAfterSeconds: number | undefined

  constructor(code: AppErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
