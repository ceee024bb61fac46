import { errorCode } from '#client/lib/api-error.ts'
import type { CheckedEstimate, EstimateInput } from '#shared/estimates/estimate-input.ts'
import type { RequestKey } from './request-key.ts'

/**
 * CONFLICT means that an earlier submission arrived although its response was lost, and that the visitor has changed
 * something since. The current values are then a new estimate with a new key.
 */
export async function submitEstimate<Result>(
  estimate: Omit<CheckedEstimate, 'requestKey'>,
  requestKey: RequestKey,
  send: (input: EstimateInput) => Promise<Result>,
): Promise<Result> {
  const sendOnce = async () => {
    try {
      const response = await send({ ...estimate, requestKey: requestKey.current() })
      requestKey.settle('accepted')
      return response
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
