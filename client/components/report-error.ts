import { errorReason, failureMessage, fieldErrors } from '#client/lib/api-error.ts'
import { logError } from '#client/lib/log-error.ts'
import { showError } from './toasts.tsx'

/**
 * Shows a toast about a failed call, and logs unexpected errors.
 *
 * @returns the first message for each field that the server rejected
 */
export function reportError(title: string, error: unknown): Record<string, string> {
  const byField = fieldErrors(error)
  if (!errorReason(error) && Object.keys(byField).length === 0) logError(`${title}.`, error)
  showError({ title, message: failureMessage(error) })
  return byField
}

/**
 * Reports a failure of a form whose fields show what the server rejected. It is reported once, so there is a toast only
 * if no field has a message.
 *
 * @returns the first message for each field that the server rejected
 */
export function reportFormError(title: string, error: unknown): Record<string, string> {
  const byField = fieldErrors(error)
  return Object.keys(byField).length > 0 ? byField : reportError(title, error)
}
