import { z } from 'zod'

/** Clients read the estimates themselves. */
export type ChangedEstimates = {
  readonly created: readonly string[]
  readonly changed: readonly string[]
  /** True for too many or unknown ids. */
  readonly all: boolean
  /** Roles or names changed, or sessions ended. */
  readonly people?: boolean
}

export const maxIdsPerEvent = 200

/** An unknown `lastEventId` counts as none. */
export const liveInputSchema = z.strictObject({ lastEventId: z.string().max(100).nullish() })
