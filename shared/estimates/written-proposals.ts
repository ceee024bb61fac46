import * as z from 'zod/mini'
import { calendarDay } from '#shared/calendar-day-schema.ts'
import { minuteMs } from '#shared/durations.ts'
import { maxCents } from './proposals.ts'

/** What the visitor may answer to a proposal. */
export const proposalAnswers = ['accepted', 'changes', 'declined'] as const
export type ProposalAnswer = (typeof proposalAnswers)[number]

export const declineReasons = ['price', 'timing', 'someone-else', 'not-doing-it', 'other'] as const
export type DeclineReason = (typeof declineReasons)[number]
export const declineReasonLabels: Readonly<Record<DeclineReason, string>> = {
  price: 'Price',
  timing: 'Timing',
  'someone-else': 'Someone else',
  'not-doing-it': 'Not doing it',
  other: 'Other',
}

/** In characters, for the changes that a visitor asks for and the details that one adds. */
export const maxVisitorText = 2_000
/** A request takes at most so many within a day. */
export const maxVisitorDetails = 5
/** For so long, a visitor may undo the withdrawal of a request. */
export const withdrawalUndoMs = 10 * minuteMs

/** The limits are in characters. */
export const proposalTexts = { line: 200, note: 4_000, starts: 120, duration: 120 } as const
export const maxProposalLines = 40
/** How many proposals of one request may be sent. */
export const maxProposals = 10
/** It counts the days from that of the first draft. */
export const proposalValidDays = 30
/** The limit is in bytes. */
export const maxProposalFile = 10 * 1024 * 1024

/** A draft may still lack texts and amounts. */
const proposalDraftSchema = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        text: z.string().check(z.maxLength(proposalTexts.line)),
        cents: z.nullable(z.int().check(z.gte(0), z.lte(maxCents))),
      }),
    )
    .check(z.minLength(1), z.maxLength(maxProposalLines)),
  note: z.string().check(z.maxLength(proposalTexts.note)),
  starts: z.string().check(z.maxLength(proposalTexts.starts)),
  duration: z.string().check(z.maxLength(proposalTexts.duration)),
  validUntil: calendarDay,
  /** Whether the visitor is reminded once, three business days after sending. */
  remind: z.boolean(),
})
export type ProposalDraft = z.infer<typeof proposalDraftSchema>

const seenDraft = {
  id: z.uuid({ error: 'There is no such request.' }),
  proposalId: z.uuid({ error: 'There is no such proposal.' }),
  /** A newer one in the database is a conflict. */
  revision: z.int({ error: 'A revision is a whole number.' }).check(z.gte(1)),
}
const version = z.int({ error: 'A version is a whole number.' }).check(z.gte(1))

export const seenDraftSchema = z.strictObject(seenDraft)
export type SeenDraft = z.infer<typeof seenDraftSchema>

export const saveProposalSchema = z.strictObject({
  ...seenDraft,
  /** Null starts a draft, whose revision is not looked at. */
  proposalId: z.nullable(seenDraft.proposalId),
  draft: proposalDraftSchema,
})
export type SaveProposal = z.infer<typeof saveProposalSchema>

export const sendProposalSchema = z.strictObject({
  ...seenDraft,
  version,
  /** The customer has no email address, so the staff pass the link on themselves. */
  withoutEmail: z.optional(z.boolean()),
})
export type SendProposal = z.infer<typeof sendProposalSchema>

export const withdrawProposalSchema = z.strictObject({
  id: seenDraft.id,
  version,
  proposalId: seenDraft.proposalId,
})
export type WithdrawProposal = z.infer<typeof withdrawProposalSchema>

/** Unfinished lines count as nothing. */
export function proposalTotal(lines: ProposalDraft['lines']): number {
  return lines.reduce((sum, { cents }) => sum + (cents ?? 0), 0)
}

/** A proposal as the staff see it. Instants are ISO 8601. */
export type WrittenProposal = ProposalDraft & {
  readonly id: string
  /** It counts from 1 within the request. */
  readonly number: number
  readonly revision: number
  readonly file: { readonly id: string; readonly name: string; readonly bytes: number } | null
  /** It is null for a draft. */
  readonly sentAt: string | null
  readonly openedAt: string | null
  readonly withdrawnAt: string | null
  readonly answer: ProposalAnswer | null
  /** The name that was typed, the changes that are asked for, or the reason. */
  readonly answerText: string | null
  readonly answeredAt: string | null
}

export type WrittenProposalState = 'draft' | 'sent' | 'opened' | ProposalAnswer | 'expired' | 'withdrawn' | 'replaced'

type StateColumns = {
  readonly validUntil: string
  readonly sentAt: Date | string | null
  readonly openedAt: Date | string | null
  readonly withdrawnAt: Date | string | null
  readonly answer: string | null
}

/**
 * @param isReplaced whether a later one was sent
 * @param today the New York day
 */
export function writtenProposalState(
  { validUntil, sentAt, openedAt, withdrawnAt, answer }: StateColumns,
  isReplaced: boolean,
  today: string,
): WrittenProposalState {
  if (!sentAt) return 'draft'
  if (withdrawnAt) return 'withdrawn'
  if (isReplaced) return 'replaced'
  const answered = proposalAnswers.find((one) => one === answer)
  if (answered) return answered
  if (today > validUntil) return 'expired'
  return openedAt ? 'opened' : 'sent'
}

type SentProposal = {
  readonly number: number
  readonly sentAt: Date | string | null
  readonly withdrawnAt: Date | string | null
}

/** The proposal that counts, which the visitor sees: the last one that was sent and not withdrawn, of any order. */
export function lastProposal<Row extends SentProposal>(proposals: readonly Row[]): Row | undefined {
  return proposals
    .filter(({ sentAt, withdrawnAt }) => sentAt && !withdrawnAt)
    .reduce<Row | undefined>((last, one) => (last && last.number > one.number ? last : one), undefined)
}
