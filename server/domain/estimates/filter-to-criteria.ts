import type { EstimateCriteria } from '#server/database/queries/estimate-criteria.ts'
import { addDays, startOfNewYorkDay } from '#shared/calendar-days.ts'
import type { EstimateFilter } from '#shared/estimates/estimate-filter.ts'
import { readSearch } from './read-search.ts'

export function filterToCriteria(filter: EstimateFilter, now: Date): EstimateCriteria {
  const { q, status, urgent, type, budget, timeline, assignee, overdue, spam, from, to } = filter
  return {
    search: q === undefined ? undefined : readSearch(q),
    status,
    urgent,
    type,
    budget,
    timeline,
    assigneeId: assignee === 'none' ? null : assignee,
    overdueAt: overdue ? now : undefined,
    spam,
    since: from === undefined ? undefined : startOfNewYorkDay(from),
    before: to === undefined ? undefined : startOfNewYorkDay(addDays(to, 1)),
  }
}
