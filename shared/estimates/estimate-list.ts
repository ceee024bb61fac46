import * as z from 'zod/mini'
import { calendarDay } from '#shared/calendar-day-schema.ts'
import { estimateStatuses } from './estimate-status.ts'
import { budgetRanges, optionValues, projectTypes, timelines } from './options.ts'

export const estimatePageSize = 50

/** `due` starts with the earliest deadline, `budget` with the largest. */
export const estimateSorts = ['newest', 'due', 'budget'] as const
export type EstimateSort = (typeof estimateSorts)[number]

export const estimateFilterSchema = z.strictObject({
  /** Beginnings of words. Digits also match the phone number. */
  q: z.optional(z.string({ error: 'A search is a text.' }).check(z.trim(), z.maxLength(200))),
  status: z.optional(z.enum(estimateStatuses)),
  urgent: z.optional(z.boolean()),
  type: z.optional(z.enum(optionValues(projectTypes))),
  budget: z.optional(z.enum(optionValues(budgetRanges))),
  timeline: z.optional(z.enum(optionValues(timelines))),
  assignee: z.optional(z.union([z.literal('none'), z.uuid()])),
  /** Not contacted by the deadline. */
  overdue: z.optional(z.boolean()),
  /** Without it, quarantined estimates are left out. */
  spam: z.optional(z.enum(['quarantined', 'confirmed'])),
  /** Days of submission in New York, both included. */
  from: z.optional(calendarDay),
  to: z.optional(calendarDay),
})
export type EstimateFilter = z.infer<typeof estimateFilterSchema>

/** `cursor` is the previous page's `nextCursor`. */
export const estimateListSchema = z.strictObject({
  ...estimateFilterSchema.shape,
  sort: z._default(z.enum(estimateSorts), 'newest'),
  limit: z._default(
    z.int({ error: 'A limit is a whole number from 1 to 100.' }).check(z.gte(1), z.lte(100)),
    estimatePageSize,
  ),
  cursor: z.nullish(z.string({ error: 'A cursor is a text.' }).check(z.maxLength(200))),
  /** React Query sends it. */
  direction: z.optional(z.enum(['forward', 'backward'])),
})
