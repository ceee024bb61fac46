import { z } from 'zod'

/** Which requests have come or changed, by their ids. What has become of them is read like anything else. */
export type ChangedEstimates = {
  readonly created: readonly string[]
  readonly changed: readonly string[]
  /** More than are named here, or it is not known which: whatever was read before may be old. */
  readonly all: boolean
}

/** More requests than this are not named one by one. */
export const maxIdsPerEvent = 200

/** The mark of the last change that a page has heard of; what is none of ours counts as none. */
export const liveInputSchema = z.strictObject({ lastEventId: z.string().max(100).nullish() })
