import { errorCode } from '#client/lib/api-error.ts'
import type { CheckedEstimate, EstimateInput } from '#shared/estimates/estimate-input.ts'
import type { RequestKey } from './request-key.ts'

/**
 * Sends a checked request. When an earlier send did arrive although its answer got lost, and the visitor has changed
 * something since, the server answers CONFLICT: then what stands in the form now is a request of its own, and goes out
 * again under a new key.
 */
export async function submitEstimate<Answer>(
  request: Omit<CheckedEstimate, 'requestKey'>,
  requestKey: RequestKey,
  send: (input: EstimateInput) => Promise<Answer>,
): Promise<Answer> {
  const sendOnce = async () => {
    try {
      const answer = await send({ ...request, requestKey: requestKey.current() })
      requestKey.settle('accepted')
      return answer
    } catch (error) {
      requestKey.settle(errorCode(error) === 'CONFLICT' ? 'conflict' : 'failed')
      throw error
    }
  }

  try {
    return await sendOnce()
  } catch (error) {
    if (errorCode(error) !== 'CONFLICT') throw error
    return sendOnce()
  }
}
