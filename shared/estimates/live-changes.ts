import { z } from 'zod'

/** Ids of estimates; clients read the estimates themselves. */
export type ChangedEstimates = {
  readonly created: readonly string[]
  readonly changed: readonly string[]
  /** More than are named, or unknown which: everything that was read may be stale. */
  readonly all: boolean
}

export const maxIdsPerEvent = 200

/** An unknown `lastEventId` counts as none. */
export const liveInputSchema = z.strictObject({ lastEventId: z.string().max(100).nullish() })
