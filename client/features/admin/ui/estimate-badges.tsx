import type { ReactNode } from 'react'
import type { ListedEstimate } from '#client/lib/api.ts'
import { isPhoneEstimate } from '#shared/estimates/estimate-source.ts'
import badge from './badge.module.css'
import { ProposalBadge, type ProposalBadgeProps } from './proposal-badge.tsx'
import { ResponseBadge } from './response-badge.tsx'
import { StatusBadge } from './status-badge.tsx'

type EstimateBadgesProps = Pick<
  ListedEstimate,
  'urgent' | 'status' | 'outcome' | 'dueAt' | 'firstContactAt' | 'source' | 'erasedAt'
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
