import { addBusinessDays, companyDays, countBusinessDays, type OfficeDays } from '#shared/business-days.ts'
import { addDays, daysBetween, newYorkDay, newYorkInstant, startOfNewYorkDay } from '#shared/calendar-days.ts'
import { company } from '#shared/company.ts'
import { formatMonthAndDay, formatWeekday } from '#shared/formatting.ts'

/** The New York day on which the detailed estimate that the site promises is due. The staff call it the proposal. */
export function proposalDueOn(
  contactedAt: Date,
  days: number = company.estimateDays,
  office: OfficeDays = companyDays(),
): string {
  return addBusinessDays(newYorkDay(contactedAt), days, office)
}

/** The closing time of that day, or with unknown hours the end of it. */
export function proposalDueAt(dueOn: string, { hours }: OfficeDays = companyDays()): Date {
  return hours ? newYorkInstant(dueOn, hours.closes) : startOfNewYorkDay(addDays(dueOn, 1))
}

type ClockedProposal = {
  /** The clock runs from the first contact. */
  readonly contactedAt: Date
  /** It is a day in New York. */
  readonly dueOn: string
  /** Null or undefined until a proposal was sent. */
  readonly sentAt: Date | null | undefined
  /** Says that the staff decided against a proposal. One that was sent all the same counts as sent. */
  readonly notNeeded: boolean
  readonly now: Date
}

/**
 * `days` is never negative:
 * - `due`: the calendar days left, 0 on the day itself; at closing time it is still in time
 * - `overdue`: the calendar days since, 0 on the evening of the day itself
 * - `sent`, `sent-late`: the business days from the first contact, 0 on the day of the contact alone
 * - `not-needed`: 0
 */
export type ProposalState = {
  readonly kind: 'due' | 'overdue' | 'sent' | 'sent-late' | 'not-needed'
  readonly days: number
  readonly dueOn: string
}

/** After the proposal was sent, `now` has no effect. */
export function proposalClock(
  { contactedAt, dueOn, sentAt, notNeeded, now }: ClockedProposal,
  office: OfficeDays = companyDays(),
): ProposalState {
  const dueAt = proposalDueAt(dueOn, office)
  if (sentAt) {
    const [contactedOn, sentOn] = [newYorkDay(contactedAt), newYorkDay(sentAt)]
    // A weekend is not the same day, although no business day has passed.
    const days = sentOn <= contactedOn ? 0 : Math.max(1, countBusinessDays(contactedOn, sentOn, office))
    return { kind: sentAt > dueAt ? 'sent-late' : 'sent', days, dueOn }
  }
  if (notNeeded) return { kind: 'not-needed', days: 0, dueOn }
  const today = newYorkDay(now)
  if (now > dueAt) return { kind: 'overdue', days: daysBetween(dueOn, today), dueOn }
  // With unknown hours, the due time is the first instant of the next day.
  return { kind: 'due', days: Math.max(0, daysBetween(today, dueOn)), dueOn }
}

/** For instance "Proposal due Thu" or "sent late, after 5 days". */
export function proposalLabel({ kind, days, dueOn }: ProposalState): string {
  switch (kind) {
    case 'due':
      return `Proposal due ${['today', 'tomorrow'][days] ?? formatNear(dueOn, days)}`
    case 'overdue':
      return days === 0 ? 'overdue today' : `overdue by ${formatDays(days)}`
    case 'sent':
      return days === 0 ? 'sent the same day' : `sent in ${formatDays(days)}`
    case 'sent-late':
      return `sent late, after ${formatDays(days)}`
    case 'not-needed':
      return 'not needed'
  }
}

/** `Thu` within the next six days, where a weekday is unambiguous, otherwise `Dec 14`. */
function formatNear(day: string, days: number): string {
  const start = startOfNewYorkDay(day)
  return days < 7 ? formatWeekday(start).slice(0, 'Thu'.length) : formatMonthAndDay(start)
}

function formatDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}
