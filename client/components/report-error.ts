import { errorReason, failureMessage, fieldErrors } from '#client/lib/api-error.ts'
import { logError } from '#client/lib/log-error.ts'
import { showError } from './toasts.tsx'

/**
 * Shows a toast about a failed call, and logs unexpected errors.
 *
 * @param isSilent whether screen readers read the same elsewhere
 */
export function reportError(title: string, error: unknown, { isSilent = false } = {}): void {
  if (!errorReason(error) && Object.keys(fieldErrors(error)).length === 0) logError(`${title}.`, error)
  showError({ title, message: failureMessage(error), isSilent, overHeader: isSilent })
}

/**
 * Reports a failure of a form: at the fields that the server rejected, or else below the form and in a toast.
 *
 * @param toast shows the toast in either case
 * @returns the first message for each rejected field, or the message below the form as `form`
 */
export function reportFormError(title: string, error: unknown, { toast = false } = {}): Record<string, string> {
  const byField = fieldErrors(error)
  const isAtFields = Object.keys(byField).length > 0
  if (toast || !isAtFields) reportError(title, error, { isSilent: !isAtFields })
  return isAtFields ? byField : { form: failureMessage(error) }
}
