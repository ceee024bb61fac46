import * as z from 'zod/mini'
import { calendarDay } from '#shared/calendar-day-schema.ts'
import { estimateStatuses } from './estimate-status.ts'
import { budgetRanges, optionValues, projectTypes, timelines } from './options.ts'

/** How many requests the staff's list loads at a time. */
export const estimatePageSize = 50

/** How the staff's list can be sorted: newest first, by how soon the answer is due, or dearest first. */
export const estimateSorts = ['newest', 'due', 'budget'] as const
export type EstimateSort = (typeof estimateSorts)[number]

/** Which requests are meant. A field that is left out leaves nothing out; several fields must all be met. */
export const estimateFilterSchema = z.strictObject({
  /** Plain words, the beginnings of which must all be found; digits are looked for in the phone number, too. */
  q: z.optional(z.string({ error: 'A search is a text.' }).check(z.trim(), z.maxLength(200))),
  status: z.optional(z.enum(estimateStatuses)),
  urgent: z.optional(z.boolean()),
  type: z.optional(z.enum(optionValues(projectTypes))),
  budget: z.optional(z.enum(optionValues(budgetRanges))),
  timeline: z.optional(z.enum(optionValues(timelines))),
  /** Somebody's id, or `none` for what nobody has. */
  assignee: z.optional(z.union([z.literal('none'), z.uuid()])),
  /** Not answered, and the promised time is over. */
  overdue: z.optional(z.boolean()),
  /** What is set aside as possible spam, or was confirmed to be. Without it, only what is not set aside. */
  spam: z.optional(z.enum(['quarantined', 'confirmed'])),
  /** The first and the last day in New York on which they came. */
  from: z.optional(calendarDay),
  to: z.optional(calendarDay),
})
export type EstimateFilter = z.infer<typeof estimateFilterSchema>

/**
 * What `estimates.list` takes: which requests, in which order, a page's size, and the mark that the page before gave as
 * `nextCursor`.
 */
export const estimateListSchema = z.strictObject({
  ...estimateFilterSchema.shape,
  sort: z._default(z.enum(estimateSorts), 'newest'),
  limit: z._default(
    z.int({ error: 'A limit is a whole number from 1 to 100.' }).check(z.gte(1), z.lte(100)),
    estimatePageSize,
  ),
  cursor: z.nullish(z.string({ error: 'A cursor is a text.' }).check(z.maxLength(200))),
  /** Sent along by React Query's infinite lists; there is one direction. */
  direction: z.optional(z.enum(['forward', 'backward'])),
})
