import type { EstimateFilter } from '#shared/estimate-list.ts'
import type { Assignee } from '#shared/estimate-work.ts'
import { budgetRanges, type Option, optionLabel, projectTypes, timelines } from '#shared/options.ts'
import { capitalizedStatus } from '../ui/work-labels.ts'

export const optionFilters = [
  { key: 'type', label: 'Type', options: projectTypes },
  { key: 'budget', label: 'Budget', options: budgetRanges },
  { key: 'timeline', label: 'Timeline', options: timelines },
] as const satisfies readonly { key: keyof EstimateFilter; label: string; options: readonly Option[] }[]

export const spamLabels = { quarantined: 'Possible spam', confirmed: 'Confirmed spam' } as const

/** One active filter, such as “Type: Kitchen Remodel”. */
export type FilterPart = { readonly key: keyof EstimateFilter; readonly words: string }

export function filterParts(filter: EstimateFilter, assignees: readonly Assignee[]): FilterPart[] {
  const { q, status, urgent, assignee, overdue, spam, from, to } = filter
  const options = optionFilters.map(({ key, label, options: list }) => {
    const value = filter[key]
    return { key, words: value && `${label}: ${optionLabel(list, value)}` }
  })
  const person = assignees.find(({ id }) => id === assignee)?.email ?? 'somebody'
  const parts: { key: keyof EstimateFilter; words: string | false | undefined }[] = [
    { key: 'q', words: q && `Search: ${q}` },
    { key: 'status', words: status && `Status: ${capitalizedStatus(status)}` },
    { key: 'urgent', words: urgent !== undefined && (urgent ? 'Urgent' : 'Not urgent') },
    { key: 'overdue', words: overdue && 'Overdue' },
    ...options,
    { key: 'assignee', words: assignee && `Assigned to: ${assignee === 'none' ? 'nobody' : person}` },
    { key: 'spam', words: spam && spamLabels[spam] },
    { key: 'from', words: from && `From ${from}` },
    { key: 'to', words: to && `Until ${to}` },
  ]
  return parts.flatMap(({ key, words }) => (words ? [{ key, words }] : []))
}
