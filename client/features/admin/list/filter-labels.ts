import type { EstimateFilter } from '#shared/estimates/estimate-filter.ts'
import type { Assignee } from '#shared/estimates/estimate-work.ts'
import { budgetRanges, type Option, optionLabel, projectTypes, timelines } from '#shared/estimates/options.ts'
import { capitalizedStatus, dayLabel } from '../ui/work-labels.ts'

export const optionFilters = [
  { key: 'type', label: 'Type', options: projectTypes },
  { key: 'budget', label: 'Budget', options: budgetRanges },
  { key: 'timeline', label: 'Timeline', options: timelines },
] as const satisfies readonly { key: keyof EstimateFilter; label: string; options: readonly Option[] }[]

export const spamLabels = { quarantined: 'Possible spam', confirmed: 'Confirmed spam' } as const

/** For example “Type: Kitchen Remodel”. */
export type FilterPart = { readonly key: keyof EstimateFilter; readonly label: string }

export function filterParts(filter: EstimateFilter, assignees: readonly Assignee[]): FilterPart[] {
  const { q, status, urgent, assignee, overdue, spam, from, to } = filter
  const optionParts = optionFilters.map(({ key, label, options }) => {
    const value = filter[key]
    return { key, label: value && `${label}: ${optionLabel(options, value)}` }
  })
  const assigneeEmail = assignees.find(({ id }) => id === assignee)?.email ?? '…'
  const parts: { key: keyof EstimateFilter; label: string | false | undefined }[] = [
    { key: 'q', label: q && `Search: ${q}` },
    { key: 'status', label: status && `Status: ${capitalizedStatus(status)}` },
    { key: 'urgent', label: urgent !== undefined && (urgent ? 'Urgent' : 'Not urgent') },
    { key: 'overdue', label: overdue && 'Overdue' },
    ...optionParts,
    { key: 'assignee', label: assignee && (assignee === 'none' ? 'Unassigned' : `Assigned to: ${assigneeEmail}`) },
    { key: 'spam', label: spam && spamLabels[spam] },
    { key: 'from', label: from && `From ${dayLabel(from)}` },
    { key: 'to', label: to && `To ${dayLabel(to)}` },
  ]
  return parts.flatMap(({ key, label }) => (label ? [{ key, label }] : []))
}
