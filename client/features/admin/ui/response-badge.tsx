import { type ResponseState, responseLabel, responseState } from '#shared/estimates/response-clock.ts'
import { formatExactTime } from '#shared/formatting.ts'
import badge from './badge.module.css'
import { useNow } from './use-now.ts'

const badgeClasses: Record<ResponseState['kind'], string | undefined> = {
  due: badge.due,
  overdue: badge.urgent,
  answered: badge.completed,
  'answered-late': badge.other,
  closed: badge.other,
}

type ResponseBadgeProps = {
  /** ISO 8601. It is null while in quarantine. */
  dueAt: string | null
  /** ISO 8601. */
  firstContactAt: string | null
  status: string
  outcome: string
  /** ISO 8601; an erased estimate has no meaningful clock. */
  erasedAt?: string | null
}

export function ResponseBadge({ dueAt, firstContactAt, status, outcome, erasedAt }: ResponseBadgeProps) {
  const now = useNow()
  if (erasedAt) return <span className={`${badge.badge} ${badge.other}`}>Data erased</span>
  if (dueAt === null) return <span className={`${badge.badge} ${badge.other}`}>Possible spam</span>
  const due = new Date(dueAt)
  const state = responseState(
    { dueAt: due, firstContactAt: firstContactAt ? new Date(firstContactAt) : null, status, outcome },
    now,
  )
  return (
    <span
      className={`${badge.badge} ${badge.known} ${badgeClasses[state.kind]}`}
      title={`Contact by ${formatExactTime(due)}`}
    >
      {responseLabel(state)}
    </span>
  )
}
