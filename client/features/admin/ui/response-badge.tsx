import { type ResponseState, responseLabel, responseState } from '#shared/estimates/response-clock.ts'
import { formatExactTime } from '#shared/formatting.ts'
import badge from './badge.module.css'
import { useNow } from './use-now.ts'

const looks: Record<ResponseState['kind'], string | undefined> = {
  due: badge.in_progress,
  overdue: badge.urgent,
  answered: badge.completed,
  'answered-late': badge.other,
}

type ResponseBadgeProps = {
  /** ISO instant; null while the request is set aside. */
  dueAt: string | null
  /** ISO instant; null until the visitor was contacted. */
  firstContactAt: string | null
}

/** Whether the visitor was contacted in time, or how long there is still, in words and colour; or that no clock runs. */
export function ResponseBadge({ dueAt, firstContactAt }: ResponseBadgeProps) {
  const now = useNow()
  if (dueAt === null) return <span className={`${badge.badge} ${badge.known} ${badge.other}`}>Set aside</span>
  const due = new Date(dueAt)
  const state = responseState({ dueAt: due, firstContactAt: firstContactAt ? new Date(firstContactAt) : null }, now)
  return (
    <span
      className={`${badge.badge} ${badge.known} ${looks[state.kind]}`}
      title={`To be answered by ${formatExactTime(due)}`}
    >
      {responseLabel(state)}
    </span>
  )
}
