import type { ListedEstimate } from '#client/lib/api.ts'
import { newYorkDay } from '#shared/calendar-days.ts'
import { answerText } from '#shared/estimates/answers.ts'
import { shortName } from '../ui/person-names.ts'
import { shortDayLabel } from '../ui/work-labels.ts'

/** For instance “$25k–$50k” for “$25,000 - $50,000”. */
export function shortBudget(estimate: ListedEstimate): string {
  return (answerText(estimate, 'budgetRange') ?? '').replaceAll(',000', 'k').replace(' - ', '–')
}

/** Returns the day in New York, without the year if it is this year. */
export function shortReceived({ createdAt }: ListedEstimate, now: Date): string {
  return shortDayLabel(newYorkDay(new Date(createdAt)), newYorkDay(now))
}

/** Returns who has the estimate: a short name, or “You” for the reader. */
export function shortAssignee(
  { assigneeEmail: email, assigneeName: name }: Pick<ListedEstimate, 'assigneeEmail' | 'assigneeName'>,
  own: string,
): string {
  if (email === null) return ''
  return email === own ? 'You' : shortName({ name, email })
}

/** For instance “Follow up Dec 3”; empty without a follow-up. */
export function shortFollowUp({ followUpOn }: Pick<ListedEstimate, 'followUpOn'>, now: Date): string {
  return followUpOn === null ? '' : `Follow up ${shortDayLabel(followUpOn, newYorkDay(now))}`
}
