import { formatExactTime } from '#shared/formatting.ts'
import { type ResponseState, responseDueAt, responseState, responseWords } from '#shared/response-clock.ts'
import badge from './badge.module.css'
import { useNow } from './use-now.ts'

const looks: Record<ResponseState['kind'], string | undefined> = {
  due: badge.in_progress,
  overdue: badge.urgent,
  answered: badge.completed,
  'answered-late': badge.other,
}

type ResponseBadgeProps = {
  /** ISO instant. */
  createdAt: string
  /** ISO instant; null until the visitor was contacted. */
  firstContactAt: string | null
}

/** Whether the visitor was contacted in time, or how long there is still, in words and colour. */
export function ResponseBadge({ createdAt, firstContactAt }: ResponseBadgeProps) {
  const created = new Date(createdAt)
  const contacted = firstContactAt === null ? null : new Date(firstContactAt)
  const state = responseState({ createdAt: created, firstContactAt: contacted }, useNow())
  return (
    <span
      className={`${badge.badge} ${badge.known} ${looks[state.kind]}`}
      title={`To be answered by ${formatExactTime(responseDueAt(created))}`}
    >
      {responseWords(state)}
    </span>
  )
}
