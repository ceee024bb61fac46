import * as z from 'zod/mini'
import { estimateStatuses } from './estimate-status.ts'
import { seenEstimateSchema } from './estimate-work.ts'

/** One event of the live stream names this many at most. */
export const maxBulkChange = 200

export const undoLimits = {
  /** The time for which a page offers to undo a change of many. */
  offeredMs: 10_000,
  /**
   * The time for which the server accepts it, and holds back the emails of a release. It allows for a slow connection.
   */
  acceptedMs: 15_000,
} as const

const estimates = z.array(seenEstimateSchema).check(
  z.minLength(1, { error: 'Please select at least one request.' }),
  z.maxLength(maxBulkChange, { error: `Please select at most ${maxBulkChange} requests.` }),
  z.refine((all) => new Set(all.map(({ id }) => id)).size === all.length, { error: 'A request is listed twice.' }),
)

const change = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('status'), status: z.enum(estimateStatuses) }),
  z.strictObject({ kind: z.literal('assignee'), assigneeId: z.nullable(z.uuid()) }),
  z.strictObject({ kind: z.literal('release') }),
  z.strictObject({ kind: z.literal('spam') }),
])
export type BulkChange = z.infer<typeof change>

export const bulkChangeSchema = z.strictObject({ estimates, change })
/** Names the versions that the change of many made. */
export const undoBulkChangeSchema = z.strictObject({ estimates })

export type RefusedEstimate = {
  readonly id: string
  /**
   * - `changed`: it has another version than the page showed
   * - `gone`: it was erased
   * - `emailed`: the emails of its release are on their way
   * - `late`: the time to undo is over
   */
  readonly reason: 'changed' | 'gone' | 'emailed' | 'late'
  /** The name of the person who changed it last. */
  readonly by: string | null
}

export type BulkChanged = {
  /** The changed estimates with their new versions. It leaves out those that had the value already. */
  readonly changed: readonly { readonly id: string; readonly version: number }[]
  /** The others were changed nevertheless. */
  readonly refused: readonly RefusedEstimate[]
}
