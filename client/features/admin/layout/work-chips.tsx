import type { ListedEstimate } from '#client/lib/api.ts'
import { displayName } from '#shared/account.ts'
import { newYorkDay } from '#shared/calendar-days.ts'
import badge from '../ui/badge.module.css'
import { useNow } from '../ui/use-now.ts'
import { capitalized, dayLabel, isOutcome, outcomeLabels, shortDayLabel, shortName } from '../ui/work-labels.ts'
import { useStaff } from './staff-context.ts'

type WorkChipsProps = Pick<ListedEstimate, 'outcome' | 'followUpOn' | 'assigneeEmail' | 'assigneeName'>

/**
 * Shows won or lost, the follow-up and the assignee, but nothing for what is open, unplanned or unassigned. It is
 * read-only.
 */
export function WorkChips({ outcome, followUpOn, assigneeEmail: email, assigneeName: name }: WorkChipsProps) {
  return (
    <>
      <OutcomeChip outcome={outcome} />
      <FollowUpChip day={followUpOn} />
      <AssigneeChip assignee={email === null ? null : { email, name }} />
    </>
  )
}

/** Renders nothing for an open estimate. */
export function OutcomeChip({ outcome }: { outcome: string }) {
  if (outcome === 'open') return null
  const label = isOutcome(outcome) ? outcomeLabels[outcome] : outcome
  return (
    <span className={`${badge.badge} ${outcome === 'won' ? badge.completed : badge.other}`}>{capitalized(label)}</span>
  )
}

/** @param day `YYYY-MM-DD` in New York; today and days that were missed stand out */
export function FollowUpChip({ day }: { day: string | null }) {
  const now = useNow()
  if (day === null) return null
  const today = newYorkDay(now)
  const isDue = day <= today
  return (
    <span className={`${badge.badge} ${isDue ? badge.due : badge.other}`} title={`Follow up on ${dayLabel(day)}`}>
      {`${day < today ? 'Follow-up missed,' : 'Follow up'} ${day === today ? 'today' : shortDayLabel(day, today)}`}
    </span>
  )
}

/** Says “You” for one’s own. */
export function AssigneeChip({ assignee }: { assignee: { email: string; name?: string | null } | null }) {
  const { email: ownEmail } = useStaff()
  if (!assignee) return null
  return (
    <span className={`${badge.badge} ${badge.assignee}`} title={`Assigned to ${displayName(assignee)}`}>
      <span className="unseen">Assigned to </span>
      <bdi>{assignee.email === ownEmail ? 'You' : shortName(assignee)}</bdi>
    </span>
  )
}
