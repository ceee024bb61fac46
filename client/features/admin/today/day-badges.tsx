import type { TodayEstimate } from '#client/lib/api.ts'
import type { TodaySection } from '#shared/estimates/today.ts'
import { AssigneeChip, FollowUpChip, OutcomeChip } from '../layout/work-chips.tsx'
import badge from '../ui/badge.module.css'
import badges from '../ui/estimate-badges.module.css'
import { ResponseBadge } from '../ui/response-badge.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'

/** The section's subject comes first. */
export function DayBadges({ section, estimate }: { section: TodaySection; estimate: TodayEstimate }) {
  const { urgent, status, outcome, firstContactAt, followUpOn, assignee } = estimate
  const response = <ResponseBadge {...estimate} />
  return (
    <div className={badges.badges}>
      {section === 'followUps' && <FollowUpChip day={followUpOn} />}
      {(firstContactAt === null || section === 'unassigned') && response}
      {urgent && <span className={`${badge.badge} ${badge.urgent}`}>Urgent</span>}
      {(section === 'mine' || section === 'followUps') && <StatusBadge status={status} />}
      <OutcomeChip outcome={outcome} />
      {section !== 'followUps' && <FollowUpChip day={followUpOn} />}
      {section !== 'mine' && <AssigneeChip assignee={assignee} />}
    </div>
  )
}
