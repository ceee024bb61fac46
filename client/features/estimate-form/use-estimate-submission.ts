import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { hideError, showError, showSuccess } from '#client/components/toasts.tsx'
import { errorCode, errorMessage, fieldErrors } from '#client/lib/api-error.ts'
import type { ConfirmationState } from '#client/lib/confirmation-state.ts'
import { getFirstTouch } from '#client/lib/first-touch.ts'
import { logError } from '#client/lib/log-error.ts'
import { createPublicClient } from '#client/lib/public-client.ts'
import { responsePromise } from '#shared/company.ts'
import type { CheckedEstimate } from '#shared/estimates/estimate-input.ts'
import type { RequestKey } from './request-key.ts'
import { submitEstimate } from './submit-estimate.ts'

type SubmissionOptions = {
  requestKey: RequestKey
  photosFor: (key: string) => string[]
  formToken: () => Promise<string | undefined>
  onAccepted: () => void
  onFailure: (errorsByField: Record<string, string>) => void
}

/** Submits one estimate at a time. */
export function useEstimateSubmission(options: SubmissionOptions) {
  const { requestKey, photosFor, formToken, onAccepted, onFailure } = options
  const navigate = useNavigate()
  const [client] = useState(createPublicClient)
  const [busy, setBusy] = useState(false)
  // The next render disables the button; this stops a second press before it.
  const sending = useRef(false)

  async function submit(
    estimate: Omit<CheckedEstimate, 'requestKey' | 'formToken' | 'firstTouch' | 'photos'>,
  ): Promise<void> {
    if (sending.current) return
    sending.current = true
    setBusy(true)
    hideError()
    let received: Awaited<ReturnType<typeof submitEstimate>>
    let submittedAt: number | undefined
    try {
      const whole = { ...estimate, formToken: await formToken(), firstTouch: getFirstTouch() }
      if (!requestKey.mayHaveArrived()) submittedAt = Date.now()
      received = await submitEstimate(whole, requestKey, photosFor, (input) => client.estimates.submit.mutate(input))
    } catch (error) {
      logError('Submitting the estimate request failed.', error)
      // Only this message tells the visitor to wait or call.
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
      message: `We'll contact you ${responsePromise} to discuss your project.`,
      overHeader: true,
    })
    const { name, email } = estimate
    const state: ConfirmationState = { type: 'estimate', name, email, ...received, submittedAt }
    await navigate({ to: '/confirmation', state })
    sending.current = false
    setBusy(false)
  }

  return { submit, busy }
}
