import type { ReactNode } from 'react'
import { CameraIcon } from '#client/components/icons.tsx'
import type { ListedEstimate } from '#client/lib/api.ts'
import { isPhoneEstimate } from '#shared/estimates/estimate-source.ts'
import { estimateStatuses, statusLabel } from '#shared/estimates/estimate-status.ts'
import { callTimes, optionLabel } from '#shared/estimates/options.ts'
import { type ResponseState, responseLabel, responseState } from '#shared/estimates/response-clock.ts'
import { formatExactTime } from '#shared/formatting.ts'
import badge from './badge.module.css'
import { ProposalBadge, type ProposalBadgeProps } from './proposal-badge.tsx'
import { useNow } from './use-now.ts'

type EstimateBadgesProps = Pick<
  ListedEstimate,
  'urgent' | 'status' | 'outcome' | 'dueAt' | 'firstContactAt' | 'source' | 'erasedAt' | 'withdrawnAt'
> &
  ProposalBadgeProps & {
    /** These are added after the badges. */
    children?: ReactNode
  }

export function EstimateBadges(props: EstimateBadgesProps) {
  const { urgent, status, source, children } = props
  return (
    <div className={badge.badges}>
      {urgent && <span className={`${badge.badge} ${badge.urgent}`}>Urgent</span>}
      <StatusBadge status={status} />
      <ResponseBadge {...props} />
      <ProposalBadge {...props} />
      {isPhoneEstimate({ source }) && <span className={`${badge.badge} ${badge.other}`}>By phone</span>}
      {children}
    </div>
  )
}

/** An unknown status is gray and unchanged. */
export function StatusBadge({ status }: { status: string | null }) {
  const known = estimateStatuses.find((value) => value === (status || 'new'))
  const color = known ? `${badge[known]} ${badge.known}` : badge.other
  return (
    <span className={`${badge.badge} ${color}`}>
      <bdi>{statusLabel(status)}</bdi>
    </span>
  )
}

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
  /** It is in ISO 8601. */
  firstContactAt: string | null
  status: string
  outcome: string
  /** ISO 8601; an erased estimate has no meaningful clock. */
  erasedAt?: string | null
  /** ISO 8601; no clock runs then. */
  withdrawnAt?: string | null
}

export function ResponseBadge(props: ResponseBadgeProps) {
  const { dueAt, firstContactAt, status, outcome, erasedAt, withdrawnAt } = props
  const now = useNow()
  if (erasedAt) return <span className={`${badge.badge} ${badge.other}`}>Data erased</span>
  if (withdrawnAt) return <span className={`${badge.badge} ${badge.other}`}>Withdrawn by the customer</span>
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

/** Says when the visitor would like to be called, with nothing where any time will do. */
export function BestTimeBadge({ bestTime }: Pick<ListedEstimate, 'bestTime'>) {
  if (!bestTime) return null
  return (
    <span className={`${badge.badge} ${badge.other}`}>
      {`Best time: ${optionLabel(callTimes, bestTime).toLowerCase()}`}
    </span>
  )
}

/** How many photos there are, with nothing where there are none. */
export function PhotoCount({ photos }: Pick<ListedEstimate, 'photos'>) {
  if (photos === 0) return null
  const text = photos === 1 ? '1 photo' : `${photos} photos`
  return (
    <span role="img" aria-label={text} title={text} className={badge.photos}>
      <CameraIcon />
      {photos}
    </span>
  )
}
