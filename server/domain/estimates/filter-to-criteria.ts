import type { EstimateCriteria, FollowUpCriterion } from '#server/database/queries/estimate-criteria.ts'
import { addDays, newYorkDay, startOfNewYorkDay } from '#shared/calendar-days.ts'
import type { EstimateFilter, FollowUpFilter } from '#shared/estimates/estimate-filter.ts'
import { readLabels } from './read-labels.ts'
import { readSearch } from './read-search.ts'

/** @param userId whom the assignee `me` means */
export function filterToCriteria(filter: EstimateFilter, now: Date, userId: string): EstimateCriteria {
  const { status, urgent, timeline, outcome, followUp, assignee, overdue, answered, spam, from, to } = filter
  const { search, ...labels } = searchCriteria(filter)
  return {
    search,
    status,
    urgent,
    type: filter.type ?? labels.type,
    budget: filter.budget ?? labels.budget,
    timeline,
    outcome,
    followUp: followUp && followUpCriterion(followUp, newYorkDay(now)),
    assigneeId: assigneeCriterion(assignee, userId),
    overdueAt: overdue ? now : undefined,
    answered: answered && { is: answered, now },
    spam,
    since: from === undefined ? undefined : startOfNewYorkDay(from),
    before: to === undefined ? undefined : startOfNewYorkDay(addDays(to, 1)),
  }
}

/** A label in the search is a filter, unless that filter is set. */
function searchCriteria({ q, type, budget }: EstimateFilter): Pick<EstimateCriteria, 'search' | 'type' | 'budget'> {
  if (q === undefined) return {}
  const labels = type || budget ? { rest: q } : readLabels(q)
  return { ...labels, search: readSearch(labels.rest) }
}

function followUpCriterion(wanted: FollowUpFilter, today: string): FollowUpCriterion {
  if (wanted === 'none') return 'none'
  return wanted === 'due' ? { until: today } : { from: addDays(today, 1) }
}

function assigneeCriterion(assignee: EstimateFilter['assignee'], userId: string): string | null | undefined {
  if (assignee === 'none') return null
  return assignee === 'me' ? userId : assignee
}
