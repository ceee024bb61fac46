import * as z from 'zod/mini'
import { calendarDay } from '#shared/calendar-day-schema.ts'
import { addDays, newYorkDay } from '#shared/calendar-days.ts'
import { longText, optionalLongText } from '#shared/field-atoms.ts'
import { type ProposalState, proposalClock, proposalDueAt } from './proposal-clock.ts'

/** How a proposal that the staff log got to the customer. `other` is another program. */
export const proposalChannels = ['email', 'handed', 'other'] as const
export type ProposalChannel = (typeof proposalChannels)[number]

/** Why a proposal is due on another day than was promised. */
export const moveReasons = ['visit', 'customer', 'subcontractor', 'other'] as const
export type MoveReason = (typeof moveReasons)[number]

/** In cents; a proposal is worth something. */
export const proposalCentsRange = { min: 1, max: 9_999_999_999 } as const
export const maxCents = proposalCentsRange.max

/** In days: how long ago a logged proposal was sent at most, and how far away its day may be moved. */
export const proposalDays = { back: 14, ahead: 60 } as const

/** The limit is in characters. */
export const maxProposalReason = 200

const seen = {
  id: z.uuid({ error: 'There is no such request.' }),
  version: z.int({ error: 'A version is a whole number.' }).check(z.gte(1)),
}

const { min, max } = proposalCentsRange
const amountProblem = 'Please enter an amount from $0.01 to $99,999,999.99.'

export const logProposalSchema = z.strictObject({
  ...seen,
  channel: z.enum(proposalChannels),
  sentOn: calendarDay,
  cents: z.optional(z.int({ error: amountProblem }).check(z.gte(min, amountProblem), z.lte(max, amountProblem))),
})
export type LogProposal = z.infer<typeof logProposalSchema>

export const moveProposalSchema = z
  .strictObject({
    ...seen,
    dueOn: calendarDay,
    reason: z.enum(moveReasons),
    /** Says what an `other` reason is. */
    text: optionalLongText(maxProposalReason),
  })
  .check(
    z.refine(({ reason, text }) => reason !== 'other' || Boolean(text), {
      path: ['text'],
      error: 'Please say why.',
    }),
  )
export type MoveProposal = z.infer<typeof moveProposalSchema>

export const skipProposalSchema = z.strictObject({
  ...seen,
  reason: longText(maxProposalReason, 'Please say why no proposal is needed.'),
})

/** @returns what is wrong with the day on which a logged proposal was sent */
export function sentOnProblem(sentOn: string, now: Date): string | undefined {
  const today = newYorkDay(now)
  if (sentOn > today) return 'Please choose today or a day before.'
  return sentOn < addDays(today, -proposalDays.back) ? 'Please choose one of the last 14 days.' : undefined
}

/** @returns what is wrong with a new day for a proposal */
export function dueOnProblem(dueOn: string, now: Date): string | undefined {
  const today = newYorkDay(now)
  if (dueOn < today) return 'Please choose today or a later day.'
  return dueOn > addDays(today, proposalDays.ahead) ? 'Please choose one of the next 60 days.' : undefined
}

/** The last day whose proposals are late if they were not sent. */
export function lastDueProposalDay(now: Date): string {
  const today = newYorkDay(now)
  return now > proposalDueAt(today) ? today : addDays(today, -1)
}

/** Instants may be ISO 8601. */
export type ProposalColumns = {
  readonly firstContactAt: Date | string | null
  readonly proposalPromisedOn: string | null
  readonly proposalDueOn: string | null
  readonly proposalSentAt: Date | string | null
  /** Null if it is unknown. */
  readonly proposalCents: number | null
  readonly outcome: string
}

/**
 * Where the proposal of a request outside quarantine stands.
 *
 * @returns undefined if none is to be sent and none was: the visitor was not contacted yet, or was before proposals had a
 *   clock, or the request is won or lost
 */
export function getProposal(columns: ProposalColumns, now: Date): ProposalState | undefined {
  const { firstContactAt, proposalPromisedOn: promisedOn, proposalDueOn, proposalSentAt, outcome } = columns
  const dueOn = proposalDueOn ?? promisedOn
  if (!firstContactAt || !dueOn || (!proposalSentAt && outcome !== 'open')) return undefined
  return proposalClock({
    contactedAt: new Date(firstContactAt),
    dueOn,
    sentAt: proposalSentAt ? new Date(proposalSentAt) : null,
    notNeeded: proposalDueOn === null,
    now,
  })
}
