import * as z from 'zod/mini'
import { calendarDay } from '#shared/calendar-day-schema.ts'
import { storableLine } from '#shared/field-atoms.ts'
import { fieldLimits } from '#shared/field-limits.ts'
import { estimateStatuses } from './estimate-status.ts'
import { estimateOutcomes } from './estimate-work.ts'
import { budgetRanges, optionValues, projectTypes, timelines } from './options.ts'

/** `due` is today or missed, `planned` after today, by New York's days. */
const followUpFilters = ['due', 'planned', 'none'] as const
export type FollowUpFilter = (typeof followUpFilters)[number]

/**
 * Filters by the first contact. `in-time` and `missed` are by the deadline, which estimates without contact miss, too;
 * `pending` ones still have time. `closed` ones were won, lost or completed without a contact; `no`, `missed` and
 * `pending` leave them out.
 */
export const answeredFilters = ['yes', 'no', 'in-time', 'missed', 'pending', 'closed'] as const
export type AnsweredFilter = (typeof answeredFilters)[number]

/** `due` proposals are still to be sent, of which `overdue` ones are late. */
export const proposalFilters = ['due', 'overdue', 'sent', 'not-needed'] as const
export type ProposalFilter = (typeof proposalFilters)[number]

/** The limit is in UTF-16 code units. */
export const maxSearchLength = 200

export const estimateFilterSchema = z.strictObject({
  /** Searches for the beginnings of words. Digits also match the phone number. */
  q: z.optional(z.string({ error: 'A search must be a text.' }).check(z.trim(), z.maxLength(maxSearchLength))),
  status: z.optional(z.enum(estimateStatuses)),
  urgent: z.optional(z.boolean()),
  type: z.optional(z.enum(optionValues(projectTypes))),
  budget: z.optional(z.enum(optionValues(budgetRanges))),
  timeline: z.optional(z.enum(optionValues(timelines))),
  leadSource: z.optional(z.string().check(z.minLength(1), z.maxLength(fieldLimits.leadSource), storableLine)),
  outcome: z.optional(z.enum(estimateOutcomes)),
  followUp: z.optional(z.enum(followUpFilters)),
  /** `me` stands for the signed-in user. */
  assignee: z.optional(z.union([z.enum(['none', 'me']), z.uuid()])),
  /** Selects estimates that were not contacted by the deadline. */
  overdue: z.optional(z.boolean()),
  answered: z.optional(z.enum(answeredFilters)),
  proposal: z.optional(z.enum(proposalFilters)),
  /** Without it, quarantined estimates are left out. */
  spam: z.optional(z.enum(['quarantined', 'confirmed'])),
  /** Selects days of submission in New York, both included. */
  from: z.optional(calendarDay),
  to: z.optional(calendarDay),
})
export type EstimateFilter = z.infer<typeof estimateFilterSchema>
