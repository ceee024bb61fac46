import { errorReason, fieldErrors } from '#client/lib/api-error.ts'

/**
 * Whether a call failed because a mail's link is used, too old, or never was one of ours. That includes what cannot be
 * a link at all: the server refuses it as malformed, with no reason of its own.
 */
export function isDeadLink(error: unknown): boolean {
  return errorReason(error) === 'otp_expired' || fieldErrors(error).token !== undefined
}
