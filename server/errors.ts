import type { AuthReason } from '#shared/account.ts'
import type { StaleSave } from '#shared/estimates/estimate-work.ts'

/** Errors that clients see; any other is ours and is masked. */
export type AppErrorCode =
  | 'conflict'
  | 'forbidden'
  | 'invalid'
  | 'not_found'
  | 'too_many'
  | 'unauthenticated'
  | 'unavailable'

type AppErrorOptions = {
  /** For the log only. */
  cause?: unknown
  /** Becomes the Retry-After header. */
  retryAfterSeconds?: number
  /** Tells the page which case of the code it is. */
  reason?: AuthReason
  fieldErrors?: Readonly<Record<string, readonly string[]>>
  /** Changes since the version that a refused save had seen. */
  stale?: StaleSave
}

/** An error whose message may be shown to the user. */
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
