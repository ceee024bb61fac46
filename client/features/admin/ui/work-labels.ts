import { displayName } from '#shared/account.ts'
import { newYorkDay } from '#shared/calendar-days.ts'
import { answerText, type StoredAnswers } from '#shared/estimates/answers.ts'
import { statusLabel } from '#shared/estimates/estimate-status.ts'
import {
  type Assignee,
  type ContactChannel,
  type DetailChange,
  type EstimateOutcome,
  estimateOutcomes,
  type TimelineEvent,
} from '#shared/estimates/estimate-work.ts'
import { type EstimateField, estimateFields } from '#shared/estimates/fields.ts'
import type { MoveReason, ProposalChannel } from '#shared/estimates/proposals.ts'
import { minFormAgeMs, type QuarantineReason } from '#shared/estimates/quarantine.ts'
import { formatVisitEvent } from '#shared/estimates/visits.ts'
import { declineReasonLabels, declineReasons, type ProposalAnswer } from '#shared/estimates/written-proposals.ts'
import { formatCents, formatDay, formatDayOfWeek, formatMonthAndDay, formatWholeNumber } from '#shared/formatting.ts'
import { readPhoneNumber } from '#shared/phone-numbers.ts'
import { emailFailureText, emailLabel } from './email-failure-labels.ts'

export const outcomeLabels: Record<EstimateOutcome, string> = { open: 'open', won: 'won', lost: 'lost' }

export const channelLabels: Record<ContactChannel, string> = { call: 'Call', email: 'Email', visit: 'Visit' }

/** A logged contact in the timeline. */
export const contactLabels: Record<ContactChannel, string> = { call: 'Called', email: 'Emailed', visit: 'Site visit' }

/** Labels the button that logs a contact. */
export function logLabel(channel: ContactChannel): string {
  return `Log ${channelLabels[channel].toLowerCase()}`
}

export function capitalized(text: string): string {
  return text.replace(/^./, (first) => first.toUpperCase())
}

export function capitalizedStatus(status: string): string {
  return capitalized(statusLabel(status))
}

/** `2025-01-31` becomes `Jan 31, 2025`. */
export function dayLabel(day: string): string {
  // Noon UTC is the same day in New York.
  return formatDay(new Date(`${day}T12:00:00Z`))
}

/** It stands for the name when the assignee of a visit has left the staff. */
export const nobodyGoes = 'Nobody goes yet'

/** `2025-01-31` becomes `Fri, Jan 31`. */
export function weekdayLabel(day: string): string {
  return formatDayOfWeek(new Date(`${day}T12:00:00Z`))
}

/** Like {@link dayLabel}, but without the year if it is that of `today`. */
export function shortDayLabel(day: string, today: string): string {
  return day.slice(0, 4) === today.slice(0, 4) ? formatMonthAndDay(new Date(`${day}T12:00:00Z`)) : dayLabel(day)
}

/** The database may hold an outcome of a newer version. */
export function isOutcome(outcome: string): outcome is EstimateOutcome {
  return estimateOutcomes.some((known) => known === outcome)
}

export function estimateCountLabel(count: number, kind?: 'new'): string {
  return `${formatWholeNumber(count)} ${kind ? `${kind} ` : ''}${count === 1 ? 'request' : 'requests'}`
}

/** Longer texts are in {@link eventText}. */
export function eventLabel(event: TimelineEvent, assignees: readonly Assignee[]): string {
  const getName = (id: string) => {
    const assignee = assignees.find((one) => one.id === id)
    return assignee ? displayName(assignee) : id
  }
  switch (event.kind) {
    case 'created':
      return event.source === 'phone' ? 'Request received by phone' : 'Request received'
    case 'entered':
      return 'Entered after the call'
    case 'details':
      return 'Details changed'
    case 'quarantined':
      return 'Possible spam'
    case 'released':
      return 'Not spam'
    case 'spam':
      return 'Marked as spam'
    case 'undone':
      return undoneLabels[event.what]
    case 'status':
      return `Status: ${capitalizedStatus(event.from)} → ${capitalizedStatus(event.to)}`
    case 'outcome':
      return outcomeLabel(event.from, event.to)
    case 'assigned':
      return assignedLabel(event.from && getName(event.from), event.to && getName(event.to))
    case 'follow_up':
      return followUpLabel(event.from && dayLabel(event.from), event.to && dayLabel(event.to))
    case 'proposal':
      return proposalSentLabel(event)
    case 'proposal_moved':
      return event.from
        ? `Proposal due: ${dayLabel(event.from)} → ${dayLabel(event.to)}`
        : `Proposal due on ${dayLabel(event.to)}`
    case 'proposal_skipped':
      return 'No proposal needed'
    case 'proposal_sent':
      return `Proposal ${event.number} sent, ${formatCents(event.cents)}`
    case 'proposal_withdrawn':
      return `Proposal ${event.number} withdrawn`
    case 'proposal_opened':
      return `Proposal ${event.number} opened by the customer`
    case 'proposal_answered':
      return `Proposal ${event.number}: ${answerLabels[event.answer]}`
    case 'visit_planned':
    case 'visit_moved':
    case 'visit_changed':
    case 'visit_called_off':
    case 'visit_done':
      return formatVisitEvent(event)
    case 'visitor_added':
      return 'Added by the customer'
    case 'visitor_photos':
      return 'Photos added by the customer'
    case 'visitor_phone':
      return 'Phone number corrected by the customer'
    case 'visitor_withdrew':
      return 'Withdrawn by the customer'
    case 'visitor_returned':
      return returnedLabel(event.by)
    case 'note':
      return event.text === '' ? 'Note (erased)' : 'Note'
    case 'contact':
      return contactLabels[event.channel]
    case 'withdrawn':
      return `${channelLabels[event.channel]} withdrawn`
    case 'exported':
      return 'Exported'
    case 'mail':
      return `${emailLabel(event.mail, event.to)} ${event.state === 'saved' ? 'saved to a file' : event.state}`
    case 'mail_again':
      return `${emailLabel(event.mail)} queued again`
    case 'review_asked':
      return 'Asked for a review'
    case 'handed_out':
      return 'Copy of the personal data downloaded'
    case 'erased':
      return event.cause === 'retention' ? 'Personal data erased because of its age' : 'Personal data erased'
  }
}

/** The staff do it for customers who call. */
function returnedLabel(by: string | null): string {
  return by === null ? 'Withdrawal undone by the customer' : 'Withdrawal undone'
}

const undoneLabels = {
  spam: 'Spam mark undone',
  released: 'Possible spam again',
  proposal: 'Proposal taken back',
} as const

/** What the customer answered to a proposal. */
const answerLabels: Readonly<Record<ProposalAnswer, string>> = {
  accepted: 'accepted',
  changes: 'changes asked for',
  declined: 'declined',
}

/** What the customer typed or chose with an answer. */
export function proposalAnswerText(answer: ProposalAnswer, text: string | null): string | undefined {
  if (text === null) return undefined
  const reason = answer === 'declined' ? declineReasons.find((one) => one === text) : undefined
  return reason ? declineReasonLabels[reason] : text
}

const sentLabels: Readonly<Record<ProposalChannel, string>> = {
  email: 'Proposal sent by email',
  handed: 'Proposal handed over',
  other: 'Proposal sent with another program',
}

function proposalSentLabel({ channel, sentOn, cents, at }: Extract<TimelineEvent, { kind: 'proposal' }>): string {
  const day = newYorkDay(new Date(at)) === sentOn ? '' : ` on ${dayLabel(sentOn)}`
  return `${sentLabels[channel]}${day}${cents === null ? '' : `, ${formatCents(cents)}`}`
}

/** How the form that logs a proposal names them. */
export const proposalChannelLabels: Readonly<Record<ProposalChannel, string>> = {
  email: 'Email',
  handed: 'Handed over',
  other: 'Other',
}

export const moveReasonLabels: Readonly<Record<MoveReason, string>> = {
  visit: 'After the site visit',
  customer: 'Waiting for the customer',
  subcontractor: 'Waiting for a subcontractor',
  other: 'Another reason',
}

function outcomeLabel(from: string, to: string): string {
  return from === to ? `Reason for ${to} changed` : `Outcome: ${capitalized(from)} → ${capitalized(to)}`
}

function assignedLabel(from: string | null, to: string | null): string {
  if (to === null) return `Unassigned from ${from}`
  return from === null ? `Assigned to ${to}` : `Assigned: ${from} → ${to}`
}

function followUpLabel(from: string | null, to: string | null): string {
  if (to === null) return `Follow-up on ${from} removed`
  return from === null ? `Follow-up set to ${to}` : `Follow-up: ${from} → ${to}`
}

export function eventText(event: TimelineEvent): string | undefined {
  switch (event.kind) {
    case 'note':
      return event.text
    case 'quarantined':
      return event.reasons.map((reason) => reasonLabels[reason]).join('\n')
    case 'mail':
      return event.state === 'failed' ? emailFailureText(event.failure, event.mail) : undefined
    case 'contact':
      return event.note ?? undefined
    case 'entered':
      return event.caller === null ? undefined : `Caller: ${event.caller}`
    case 'details':
      return event.changes.map(detailChangeText).join('\n')
    case 'proposal_moved':
      return event.text ?? moveReasonLabels[event.reason]
    case 'proposal_skipped':
      return event.reason || undefined
    case 'proposal_answered':
      return proposalAnswerText(event.answer, event.text)
    case 'visitor_added':
      return event.text ?? undefined
    case 'visitor_phone':
      return detailChangeText({ field: 'phone', from: event.from, to: event.to })
    case 'outcome':
      return event.reason ?? undefined
    default:
      return undefined
  }
}

export function fieldLabel(field: EstimateField): string {
  // The heading in the CSV file is older than this spelling.
  return field === 'email' ? 'Email' : estimateFields[field].staffLabel
}

/** For instance `Phone: (646) 555-0177 → (646) 555-0178`. */
function detailChangeText({ field, from, to }: DetailChange): string {
  return `${fieldLabel(field)}: ${storedText(field, from)} → ${storedText(field, to)}`
}

function storedText(field: EstimateField, value: DetailChange['from']): string {
  if (value === null || value === '') return 'none'
  if (field === 'phone') return readPhoneNumber(String(value)).text
  return answerText({ [field]: value } as unknown as StoredAnswers, field) ?? 'none'
}

export const reasonLabels: Record<QuarantineReason, string> = {
  decoy: 'A hidden field was filled in.',
  'too-fast': `The form was sent less than ${minFormAgeMs / 1000} seconds after it was opened.`,
  'bad-token': 'The form’s timestamp is invalid or over a month old.',
  'link-in-name': 'The name contains a link.',
  'link-in-text': 'The text contains a link, and the form’s timestamp is missing.',
  'many-from-email': 'Many requests came from this email address.',
  'many-from-network': 'Many requests came from this network within an hour.',
  staff: 'A staff member marked it as spam.',
}

/** Returns the name for narrow places, or without one what stands before the @ of the address. */
export function shortName({ name, email }: { readonly name?: string | null; readonly email: string }): string {
  return name || email.replace(/@.*/, '')
}
