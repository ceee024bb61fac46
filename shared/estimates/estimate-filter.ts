import * as z from 'zod/mini'
import { calendarDay } from '#shared/calendar-day-schema.ts'
import { estimateStatuses } from './estimate-status.ts'
import { budgetRanges, optionValues, projectTypes, timelines } from './options.ts'

export const estimateFilterSchema = z.strictObject({
  /** Beginnings of words. Digits also match the phone number. */
  q: z.optional(z.string({ error: 'A search must be a text.' }).check(z.trim(), z.maxLength(200))),
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
