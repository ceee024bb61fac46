import { displayName } from '#shared/account.ts'
import type {
  AnsweredFilter,
  EstimateFilter,
  FollowUpFilter,
  ProposalFilter,
} from '#shared/estimates/estimate-filter.ts'
import type { Assignee } from '#shared/estimates/estimate-work.ts'
import { budgetRanges, type Option, optionLabel, projectTypes, timelines } from '#shared/estimates/options.ts'
import { responseHours } from '#shared/estimates/response-clock.ts'
import { capitalized, capitalizedStatus, dayLabel, outcomeLabels } from '../ui/work-labels.ts'

export const optionFilters = [
  { key: 'type', label: 'Type', options: projectTypes },
  { key: 'budget', label: 'Budget', options: budgetRanges },
  { key: 'timeline', label: 'Timeline', options: timelines },
] as const satisfies readonly { key: keyof EstimateFilter; label: string; options: readonly Option[] }[]

export const spamLabels = { quarantined: 'Possible spam', confirmed: 'Marked as spam' } as const

export const followUpFilterLabels: Record<FollowUpFilter, string> = {
  due: 'Due today or missed',
  planned: 'Planned',
  none: 'None',
}

export const answeredLabels: Record<AnsweredFilter, string> = {
  yes: 'Answered',
  no: 'Not answered',
  'in-time': `Answered within ${responseHours} h`,
  missed: `Missed ${responseHours} h`,
  pending: `Still within ${responseHours} h`,
  closed: 'Closed without contact',
}

export const proposalFilterLabels: Record<ProposalFilter, string> = {
  due: 'To be sent',
  overdue: 'Overdue',
  sent: 'Sent',
  'not-needed': 'Not needed',
}

/** These assignees are not accounts. */
export const assigneeLabels = { me: 'Me', none: 'Unassigned' } as const

/** Reports lead to the requests of people who have left the staff. */
export const formerColleague = 'a former colleague'

/** For example “Type: Kitchen Remodel”. */
export type FilterPart = { readonly key: keyof EstimateFilter; readonly label: string }

export function filterParts(filter: EstimateFilter, assignees: readonly Assignee[] | undefined): FilterPart[] {
  const { q, status, urgent, outcome, followUp, assignee, overdue, answered, proposal, spam, from, to } = filter
  const optionParts = optionFilters.map(({ key, label, options }) => {
    const value = filter[key]
    return { key, label: value && `${label}: ${optionLabel(options, value)}` }
  })
  const parts: { key: keyof EstimateFilter; label: string | false | undefined }[] = [
    { key: 'q', label: q && `Search: ${q}` },
    { key: 'status', label: status && `Status: ${capitalizedStatus(status)}` },
    { key: 'urgent', label: urgent !== undefined && (urgent ? 'Urgent' : 'Not urgent') },
    { key: 'overdue', label: overdue && 'Overdue' },
    { key: 'answered', label: answered && answeredLabels[answered] },
    { key: 'proposal', label: proposal && `Proposal: ${proposalFilterLabels[proposal].toLowerCase()}` },
    ...optionParts,
    { key: 'outcome', label: outcome && `Outcome: ${capitalized(outcomeLabels[outcome])}` },
    { key: 'followUp', label: followUp && followUpPart(followUp) },
    { key: 'assignee', label: assignee && assigneePart(assignee, assignees) },
    { key: 'spam', label: spam && spamLabels[spam] },
    { key: 'from', label: from && `From ${dayLabel(from)}` },
    { key: 'to', label: to && `To ${dayLabel(to)}` },
  ]
  return parts.flatMap(({ key, label }) => (label ? [{ key, label }] : []))
}

function followUpPart(followUp: FollowUpFilter): string {
  return followUp === 'none' ? 'No follow-up' : `Follow-up: ${followUpFilterLabels[followUp].toLowerCase()}`
}

function assigneePart(assignee: string, assignees: readonly Assignee[] | undefined): string {
  if (assignee === 'none') return assigneeLabels.none
  if (assignee === 'me') return 'Assigned to: me'
  if (!assignees) return 'Assigned to: …'
  const found = assignees.find(({ id }) => id === assignee)
  return `Assigned to: ${found ? displayName(found) : formerColleague}`
}
