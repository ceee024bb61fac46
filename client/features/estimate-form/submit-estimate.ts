import * as z from 'zod/mini'
import { errorCode } from '#client/lib/api-error.ts'
import type { CheckedEstimate, EstimateInput } from '#shared/estimates/estimate-input.ts'
import type { RequestKey } from './request-key.ts'

/** The visitor gets to see these. A captive portal or a proxy may respond with something else. */
const receivedSchema = z.object({
  reference: z.string().check(z.minLength(1)),
  emailed: z.optional(z.literal(false)),
  link: z.optional(z.string()),
})

/**
 * CONFLICT means that an earlier submission arrived although its response was lost, and that the visitor has changed
 * something since. The current values are then a new estimate with a new key.
 *
 * @param photosFor the ids of the photos that go with a key
 * @throws {Error} also for a response that is not our server's, after which the same key can be sent again
 */
export async function submitEstimate(
  estimate: Omit<CheckedEstimate, 'requestKey' | 'photos'>,
  requestKey: RequestKey,
  photosFor: (key: string) => string[],
  send: (input: EstimateInput) => Promise<unknown>,
): Promise<z.infer<typeof receivedSchema>> {
  const sendOnce = async () => {
    try {
      const key = requestKey.forSubmission()
      const photos = photosFor(key)
      const input = { ...estimate, requestKey: key, ...(photos.length > 0 ? { photos } : {}) }
      const response = receivedSchema.parse(await send(input))
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
