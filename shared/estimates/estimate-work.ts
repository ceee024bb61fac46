import * as z from 'zod/mini'
import { calendarDay } from '#shared/calendar-day-schema.ts'
import { longText, optionalLongText } from '#shared/field-atoms.ts'
import type { EmailFailure } from './email-failure.ts'
import { detailSchemas, isReachable } from './estimate-details.ts'
import { estimateStatuses } from './estimate-status.ts'
import type { EstimateField } from './fields.ts'
import type { MoveReason, ProposalChannel } from './proposals.ts'
import type { QuarantineReason } from './quarantine.ts'
import type { ProposalAnswer } from './written-proposals.ts'

export const estimateOutcomes = ['open', 'won', 'lost'] as const
export type EstimateOutcome = (typeof estimateOutcomes)[number]

export const contactChannels = ['call', 'email', 'visit'] as const
export type ContactChannel = (typeof contactChannels)[number]

/** The limits are in characters. */
export const workTextLimits = { note: 4000, outcomeReason: 500 } as const

const id = z.uuid({ error: 'There is no such request.' })
/** A newer version in the database is a conflict. */
const version = z.int({ error: 'A version is a whole number.' }).check(z.gte(1))
/** Sending the same key again adds nothing. */
const entryKey = z.optional(z.uuid({ error: 'An entry key must be a UUID.' }).check(z.toLowerCase()))

export const estimateIdSchema = z.strictObject({ id })
export const seenEstimateSchema = z.strictObject({ id, version })
export const setStatusSchema = z.strictObject({ id, version, status: z.enum(estimateStatuses) })
export const setOutcomeSchema = z.strictObject({
  id,
  version,
  outcome: z.enum(estimateOutcomes),
  reason: optionalLongText(workTextLimits.outcomeReason),
})
export const assignSchema = z.strictObject({ id, version, assigneeId: z.nullable(z.uuid()) })
export const setFollowUpSchema = z.strictObject({ id, version, followUpOn: z.nullable(calendarDay) })
export const editDetailsSchema = z.strictObject({ id, version, ...detailSchemas }).check(isReachable)
export const addNoteSchema = z.strictObject({
  id,
  entryKey,
  text: longText(workTextLimits.note, 'Please write something.'),
})
export const logContactSchema = z.strictObject({
  id,
  entryKey,
  channel: z.enum(contactChannels),
  note: optionalLongText(workTextLimits.note),
  /** Without it, the first contact moves a new estimate to in progress. */
  keepStatus: z.optional(z.boolean()),
})

export const withdrawContactSchema = z.strictObject({ id, version, contactId: z.uuid() })

/** Null and the empty text are no answer. */
export type DetailChange = {
  readonly field: EstimateField
  readonly from: string | number | boolean | null
  readonly to: string | number | boolean | null
}

export type TimelineEvent = {
  readonly id: string
  /** It is an ISO instant. */
  readonly at: string
  /** The person's name at that time. Null for the site itself. */
  readonly by: string | null
  /** The account of a contact's author, who may withdraw it. */
  readonly byId?: string | null
} & (
  | { readonly kind: 'created'; readonly source?: 'phone' }
  /** The estimate was entered after a call. The event `created` has its time. */
  | { readonly kind: 'entered'; readonly caller: string | null }
  | { readonly kind: 'details'; readonly changes: readonly DetailChange[] }
  | { readonly kind: 'quarantined'; readonly reasons: readonly QuarantineReason[] }
  | { readonly kind: 'released' }
  | { readonly kind: 'spam' }
  | { readonly kind: 'undone'; readonly what: 'released' | 'spam' | 'proposal' }
  | {
      readonly kind: 'status'
      readonly from: string
      readonly to: string
      /** It is set by the first contact, which moved it to in progress. */
      readonly contactId?: string
    }
  | { readonly kind: 'outcome'; readonly from: string; readonly to: string; readonly reason: string | null }
  | { readonly kind: 'assigned'; readonly from: string | null; readonly to: string | null }
  | { readonly kind: 'follow_up'; readonly from: string | null; readonly to: string | null }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'contact'; readonly channel: ContactChannel; readonly note: string | null }
  | { readonly kind: 'withdrawn'; readonly contactId: string; readonly channel: ContactChannel }
  /** `sentOn` is a New York day. */
  | {
      readonly kind: 'proposal'
      readonly channel: ProposalChannel
      readonly sentOn: string
      readonly cents: number | null
    }
  | {
      readonly kind: 'proposal_moved'
      readonly from: string | null
      readonly to: string
      readonly reason: MoveReason
      readonly text: string | null
    }
  | { readonly kind: 'proposal_skipped'; readonly reason: string }
  /** It was written here; `number` counts from 1. */
  | { readonly kind: 'proposal_sent'; readonly number: number; readonly cents: number }
  | { readonly kind: 'proposal_withdrawn'; readonly number: number }
  /** By the visitor, on the page by link, like the next ones. Null texts were erased. */
  | { readonly kind: 'proposal_opened'; readonly number: number }
  | {
      readonly kind: 'proposal_answered'
      readonly number: number
      readonly answer: ProposalAnswer
      /** See {@link WrittenProposal.answerText}. */
      readonly text: string | null
    }
  /** ISO instants. The contact that a done one is stands beside it. */
  | {
      readonly kind: 'visit_planned' | 'visit_moved' | 'visit_changed' | 'visit_called_off' | 'visit_done'
      readonly startsAt: string
      readonly endsAt: string
    }
  | { readonly kind: 'visitor_added'; readonly text: string | null }
  /** After the request was sent. Photos of the next ten minutes belong to the same event. */
  | { readonly kind: 'visitor_photos' }
  | { readonly kind: 'visitor_phone'; readonly from: string | null; readonly to: string | null }
  | { readonly kind: 'visitor_withdrew' }
  /** The withdrawal was undone. */
  | { readonly kind: 'visitor_returned' }
  | { readonly kind: 'exported' }
  /** `saved` means that it was written to a file, without a mail service. `to` is one of several staff inboxes. */
  | {
      readonly kind: 'mail'
      readonly mail: string
      readonly to?: string
      readonly state: 'queued' | 'sent' | 'saved'
    }
  | {
      readonly kind: 'mail'
      readonly mail: string
      readonly to?: string
      readonly state: 'failed'
      readonly failure: EmailFailure
      /** Null if it was queued again. */
      readonly messageId: string | null
    }
  | { readonly kind: 'mail_again'; readonly mail: string }
  /** The customer was asked for a review. */
  | { readonly kind: 'review_asked' }
  /** A copy of what is stored about the visitor was downloaded. */
  | { readonly kind: 'handed_out' }
  /** `retention` means that the site itself erased it because of its age. */
  | { readonly kind: 'erased'; readonly cause: 'request' | 'retention' }
)

/** The ids of the contacts that were withdrawn. */
export function withdrawnContacts(events: readonly TimelineEvent[]): ReadonlySet<string> {
  return new Set(events.flatMap((event) => (event.kind === 'withdrawn' ? [event.contactId] : [])))
}

/** A name may be missing; see `displayName`. */
export type Assignee = { readonly id: string; readonly email: string; readonly name?: string | null }

/** A visit that is neither done nor called off. */
export type EstimateVisit = {
  readonly id: string
  /** Both are ISO instants. */
  readonly startsAt: string
  readonly endsAt: string
  readonly place: string
  /** Null if the account is gone. */
  readonly assignee: Assignee | null
  /** Each change increases it. */
  readonly sequence: number
}

export type EstimateWork = {
  readonly version: number
  readonly status: string
  readonly outcome: EstimateOutcome
  readonly outcomeReason: string | null
  readonly assignee: Assignee | null
  /** `YYYY-MM-DD`, in New York. */
  readonly followUpOn: string | null
  /** ISO instant; null before the first contact. */
  readonly firstContactAt: string | null
  /** ISO instant; null in quarantine. */
  readonly dueAt: string | null
  /** The New York days on which the proposal was due at first, and is. Null where none was promised, or none is needed. */
  readonly proposalPromisedOn: string | null
  readonly proposalDueOn: string | null
  /** ISO instant; null before the first proposal. */
  readonly proposalSentAt: string | null
  readonly proposalCents: number | null
  /** `isSpam` means that staff confirmed it. */
  readonly quarantine: { readonly reasons: readonly QuarantineReason[]; readonly isSpam: boolean } | null
  /** ISO instant; null unless the person's data was erased. */
  readonly erasedAt: string | null
  /** ISO instant; null unless the customer withdrew the request. */
  readonly withdrawnAt: string | null
  readonly visit: EstimateVisit | null
}

/** The server sends it as `data.stale` of a conflict. */
export type StaleSave = { readonly work: EstimateWork; readonly changes: readonly TimelineEvent[] }
