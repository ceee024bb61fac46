import type { AuthReason } from '#shared/account.ts'
import type { StaleSave } from '#shared/estimates/estimate-work.ts'

export type AppErrorCode =
  | 'conflict'
  | 'forbidden'
  | 'invalid'
  | 'not_found'
  | 'too_many'
  | 'unauthenticated'
  | 'unavailable'

type AppErrorOptions = {
  /** Only the log gets it. */
  cause?: unknown
  retryAfterSeconds?: number
  reason?: AuthReason
  fieldErrors?: Readonly<Record<string, readonly string[]>>
  stale?: StaleSave
}

/** The message may be shown to the user. */
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
