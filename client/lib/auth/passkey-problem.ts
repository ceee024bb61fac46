import { errorCode, errorReason, failureMessage } from '#client/lib/api-error.ts'
import { logError } from '#client/lib/log-error.ts'

/** The problems by the names of the browser's errors (WebAuthn, 5.1). */
const problems: Readonly<Record<string, string>> = {
  NotAllowedError: 'The prompt for a passkey was closed, or took too long. Please try again.',
  AbortError: 'The prompt for a passkey was closed. Please try again.',
  InvalidStateError: 'This device has a passkey for your account already.',
  SecurityError: 'Passkeys work only at this site’s own address.',
  NotSupportedError: 'This device can’t make a passkey that this site accepts.',
  NotReadableError: 'This device can’t use passkeys at the moment. Please try again.',
}

/** Explains a failure of the browser or of the server with a passkey. Logs unexpected ones. */
export function passkeyProblem(error: unknown): string {
  if (!('PublicKeyCredential' in globalThis)) return 'This browser can’t use passkeys. Please sign in another way.'
  const known = error instanceof Error && errorCode(error) === undefined ? problems[error.name] : undefined
  if (known !== undefined) return known
  if (!errorReason(error)) logError('A passkey was not used.', error)
  return failureMessage(error)
}
