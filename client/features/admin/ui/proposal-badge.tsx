import { newYorkDay } from '#shared/calendar-days.ts'
import { type ProposalState, proposalLabel } from '#shared/estimates/proposal-clock.ts'
import { getProposal, type ProposalColumns } from '#shared/estimates/proposals.ts'
import { formatCents } from '#shared/formatting.ts'
import badge from './badge.module.css'
import { useNow } from './use-now.ts'
import { dayLabel } from './work-labels.ts'

const badgeClasses: Record<ProposalState['kind'], string | undefined> = {
  due: badge.due,
  overdue: badge.urgent,
  sent: badge.completed,
  'sent-late': badge.other,
  'not-needed': badge.other,
}

export type ProposalBadgeProps = ProposalColumns & {
  /** ISO 8601. It is null while in quarantine. */
  dueAt: string | null
  /** It is in ISO 8601. */
  erasedAt?: string | null
}

/** Undefined where the proposal has no clock. */
export function useProposal(estimate: ProposalBadgeProps): ProposalState | undefined {
  const now = useNow()
  return estimate.dueAt === null || estimate.erasedAt ? undefined : getProposal(estimate, now)
}

/** For instance “Proposal overdue by 1 day”, which tells it from the response. */
export function proposalText(state: ProposalState): string {
  if (state.kind === 'not-needed') return 'No proposal needed'
  return state.kind === 'due' ? proposalLabel(state) : `Proposal ${proposalLabel(state)}`
}

/** For instance “due on Dec 4, 2026, promised for Dec 1, 2026”. */
export function proposalDates({ proposalSentAt, proposalCents, ...days }: ProposalColumns): string {
  const { proposalPromisedOn, proposalDueOn } = days
  if (proposalSentAt !== null) {
    const amount = proposalCents === null ? '' : `, ${formatCents(proposalCents)}`
    return `sent on ${dayLabel(newYorkDay(new Date(proposalSentAt)))}${amount}`
  }
  const due = proposalDueOn && `due on ${dayLabel(proposalDueOn)}`
  const isMoved = proposalPromisedOn !== proposalDueOn
  const promised = proposalPromisedOn && isMoved && `promised for ${dayLabel(proposalPromisedOn)}`
  return [due, promised].filter(Boolean).join(', ')
}

/** Renders nothing before the first contact. The short text is for instance “Proposal 12 days late”. */
export function ProposalBadge({ isShort = false, ...estimate }: ProposalBadgeProps & { isShort?: boolean }) {
  const state = useProposal(estimate)
  if (!state) return null
  const text = proposalText(state)
  return (
    <span className={`${badge.badge} ${badgeClasses[state.kind]}`} title={`Proposal ${proposalDates(estimate)}`}>
      {isShort ? text.replace(/overdue by (.+)/, '$1 late') : text}
    </span>
  )
}
