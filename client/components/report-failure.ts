import { errorMessage, errorReason, fieldErrors } from '#client/lib/api-error.ts'
import { logError } from '#client/lib/log-error.ts'
import { showError } from './toaster.tsx'

const unreachable = 'We could not reach the server. Please check your connection and try again.'

/**
 * Tells of a failed call in a toast, in the server's own words where it has any. What is no refusal that people are
 * meant to meet is logged too.
 *
 * @returns what the server finds wrong with single fields
 */
export function reportFailure(title: string, error: unknown): Record<string, string> {
  const byField = fieldErrors(error)
  if (!errorReason(error) && Object.keys(byField).length === 0) logError(`${title}.`, error)
  showError({ title, message: errorMessage(error) ?? unreachable })
  return byField
}
