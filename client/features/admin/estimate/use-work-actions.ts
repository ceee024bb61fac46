import { displayName } from '#shared/account.ts'
import { addDays, newYorkDay } from '#shared/calendar-days.ts'
import { estimateStatuses } from '#shared/estimates/estimate-status.ts'
import type { Assignee, EstimateWork } from '#shared/estimates/estimate-work.ts'
import type { PageAction } from '../layout/page-actions.ts'
import { useStaff } from '../layout/staff-context.ts'
import { usePageActions } from '../layout/use-page-actions.ts'
import { capitalizedStatus, dayLabel, weekdayLabel } from '../ui/work-labels.ts'
import type { Save } from './work-changes.ts'

type Work = { work: EstimateWork; assignees: readonly Assignee[]; save: Save }

/** Changes of status, assignee and follow-up for the command palette. What is so already is not offered. */
export function useWorkActions({ work, assignees, save }: Work): void {
  const { email: ownEmail } = useStaff()
  const today = newYorkDay(new Date())
  const statuses: PageAction[] = estimateStatuses
    .filter((status) => status !== (work.status || 'new'))
    .map((status) => ({
      label: `Set status: ${capitalizedStatus(status)}`,
      run: () => void save({ kind: 'status', status }),
    }))
  const people: PageAction[] = assignees
    .filter(({ id }) => id !== work.assignee?.id)
    .map((assignee) => ({
      label: assignee.email === ownEmail ? 'Assign to me' : `Assign to ${displayName(assignee)}`,
      words: assignee.email,
      isMinor: assignee.email !== ownEmail,
      run: () => void save({ kind: 'assignee', assignee }),
    }))
  const days: PageAction[] = [
    { label: 'Follow up tomorrow,', day: addDays(today, 1) },
    { label: 'Follow up on', day: addDays(today, 7), words: 'in a week ' },
  ].map(({ label, day, words = '' }) => ({
    label: `${label} ${weekdayLabel(day)}`,
    words: words + dayLabel(day),
    run: () => void save({ kind: 'followUp', day }),
  }))
  const nobody: PageAction = {
    label: 'Unassign',
    isMinor: true,
    run: () => void save({ kind: 'assignee', assignee: null }),
  }
  const noDay: PageAction = {
    label: 'No follow-up',
    isMinor: true,
    run: () => void save({ kind: 'followUp', day: null }),
  }
  usePageActions([
    ...statuses,
    ...people,
    ...(work.assignee ? [nobody] : []),
    ...days,
    ...(work.followUpOn ? [noDay] : []),
  ])
}
