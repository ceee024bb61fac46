import * as z from 'zod/mini'
import { estimateFilterSchema } from './estimate-filter.ts'

export const estimatePageSize = 50

/** `due` starts with the earliest deadline, `proposal` with the earliest day of a proposal, `budget` with the largest. An index serves each. */
export const estimateSorts = ['newest', 'oldest', 'due', 'proposal', 'budget', 'lowest-budget'] as const
export type EstimateSort = (typeof estimateSorts)[number]

/** The list can show cards or compact rows. */
export const listViews = ['cards', 'compact'] as const
export type ListViewName = (typeof listViews)[number]

/** An address and saved views describe the list like this. */
export const listSearchSchema = z.strictObject({
  ...estimateFilterSchema.shape,
  sort: z.optional(z.enum(estimateSorts)),
  view: z.optional(z.enum(listViews)),
})
export type ListSearch = z.infer<typeof listSearchSchema>

/** `cursor` is the previous page's `nextCursor`. */
export const estimateListSchema = z.strictObject({
  ...estimateFilterSchema.shape,
  sort: z._default(z.enum(estimateSorts), 'newest'),
  limit: z._default(
    z.int({ error: 'A limit must be a whole number from 1 to 100.' }).check(z.gte(1), z.lte(100)),
    estimatePageSize,
  ),
  cursor: z.nullish(z.string({ error: 'A cursor must be a text.' }).check(z.maxLength(200))),
  /** React Query sends it. */
  direction: z.optional(z.enum(['forward', 'backward'])),
})
