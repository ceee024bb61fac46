import { formatExactTime } from '#shared/formatting.ts'
import { responseDueAt } from '#shared/response-clock.ts'
import badge from './badge.module.css'
import { type ResponseState, responseOf } from './response-words.ts'
import { useNow } from './use-now.ts'

const looks: Record<ResponseState, string | undefined> = {
  due: badge.in_progress,
  overdue: badge.urgent,
  answered: badge.completed,
  late: badge.other,
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
  const { state, words } = responseOf(created, firstContactAt ? new Date(firstContactAt) : null, useNow())
  return (
    <span
      className={`${badge.badge} ${badge.known} ${looks[state]}`}
      title={`To be answered by ${formatExactTime(responseDueAt(created))}`}
    >
      {words}
    </span>
  )
}
