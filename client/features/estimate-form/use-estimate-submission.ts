import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { hideError, showError, showSuccess } from '#client/components/toasts.tsx'
import { createApiCalls } from '#client/lib/api-calls.ts'
import { errorCode, errorMessage, fieldErrors } from '#client/lib/api-error.ts'
import type { ConfirmationState } from '#client/lib/confirmation-state.ts'
import { logError } from '#client/lib/log-error.ts'
import type { CheckedEstimate } from '#shared/estimates/estimate-input.ts'
import type { RequestKey } from './request-key.ts'
import { submitEstimate } from './submit-estimate.ts'

type SubmissionOptions = {
  requestKey: RequestKey
  /** What says when somebody began to fill the form in, once it may be sent. */
  formToken: () => Promise<string | undefined>
  /** The request is stored. */
  onAccepted: () => void
  onFailure: (errorsByField: Record<string, string>) => void
}

/** Sends the form: one request at a time, the outcome told in a toast, and on to the thank-you page when it worked. */
export function useEstimateSubmission({ requestKey, formToken, onAccepted, onFailure }: SubmissionOptions) {
  const navigate = useNavigate()
  const [calls] = useState(createApiCalls)
  const [busy, setBusy] = useState(false)
  // The button is disabled a moment after the press; this keeps a second press within that moment from sending twice.
  const sending = useRef(false)

  async function submit(request: Omit<CheckedEstimate, 'requestKey' | 'formToken'>): Promise<void> {
    if (sending.current) return
    sending.current = true
    setBusy(true)
    hideError()
    let reference: string
    try {
      const whole = { ...request, formToken: await formToken() }
      const response = await submitEstimate(whole, requestKey, (input) => calls.estimates.submit.mutate(input))
      reference = response.reference
    } catch (error) {
      logError('Submitting the estimate request failed.', error)
      // Only of this refusal does the server know what to do: to wait, or to call.
      const refusal = errorCode(error) === 'TOO_MANY_REQUESTS' ? errorMessage(error) : undefined
      showError({ title: 'Submission Failed', message: refusal ?? 'Please try again or contact us directly.' })
      onFailure(fieldErrors(error))
      sending.current = false
      setBusy(false)
      return
    }
    onAccepted()
    showSuccess({
      title: 'Request Submitted Successfully!',
      message: "We'll contact you within 24 hours to discuss your project.",
    })
    const state: ConfirmationState = { type: 'estimate', name: request.name, email: request.email, reference }
    await navigate({ to: '/confirmation', state })
    sending.current = false
    setBusy(false)
  }

  return { submit, busy }
}
