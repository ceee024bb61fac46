import type { EstimateCriteria, FollowUpCriterion } from '#server/database/queries/estimate-criteria.ts'
import { addDays, newYorkDay, startOfNewYorkDay } from '#shared/calendar-days.ts'
import type { EstimateFilter, FollowUpFilter } from '#shared/estimates/estimate-filter.ts'
import { readSearch } from './read-search.ts'

/** @param userId whom the assignee `me` means */
export function filterToCriteria(filter: EstimateFilter, now: Date, userId: string): EstimateCriteria {
  const { q, status, urgent, type, budget, timeline, outcome, followUp, assignee, overdue, answered, spam, from, to } =
    filter
  return {
    search: q === undefined ? undefined : readSearch(q),
    status,
    urgent,
    type,
    budget,
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

function followUpCriterion(wanted: FollowUpFilter, today: string): FollowUpCriterion {
  if (wanted === 'none') return 'none'
  return wanted === 'due' ? { until: today } : { from: addDays(today, 1) }
}

function assigneeCriterion(assignee: EstimateFilter['assignee'], userId: string): string | null | undefined {
  if (assignee === 'none') return null
  return assignee === 'me' ? userId : assignee
}
