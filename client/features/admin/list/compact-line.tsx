import { memo } from 'react'
import { Changing } from '#client/components/changing.tsx'
import { newYorkDay } from '#shared/calendar-days.ts'
import { answerText } from '#shared/estimates/answers.ts'
import { shortPlace } from '#shared/estimates/short-place.ts'
import { useStaff } from '../layout/staff-context.ts'
import { ProposalBadge, proposalText, useProposal } from '../ui/proposal-badge.tsx'
import { useNow } from '../ui/use-now.ts'
import { capitalized, capitalizedStatus, reasonLabels, shortDayLabel } from '../ui/work-labels.ts'
import styles from './compact-line.module.css'
import {
  type CompactEstimateProps,
  CompactResponse,
  EstimateLink,
  SelectBox,
  shortAssignee,
  shortBudget,
} from './compact-parts.tsx'
import list from './list.module.css'

/** An estimate in two lines, for narrow windows. */
export const CompactLine = memo(function CompactLine({ estimate, search, selected, onSelect }: CompactEstimateProps) {
  const { email } = useStaff()
  const now = useNow()
  const { status, outcome, followUpOn, quarantineReasons } = estimate
  const proposal = useProposal(estimate)
  const isAwaited = proposal?.kind === 'due' || proposal?.kind === 'overdue'
  const facts = [
    proposal && !isAwaited && proposalText(proposal),
    status !== 'new' && capitalizedStatus(status),
    outcome !== 'open' && capitalized(outcome),
    answerText(estimate, 'projectType'),
    shortBudget(estimate),
    shortPlace(estimate.location),
    shortAssignee(estimate, email),
    followUpOn !== null && `Follow up ${shortDayLabel(followUpOn, newYorkDay(now))}`,
  ]
  const classes = [styles.line, estimate.urgent && list.urgent, selected && list.selected]
  return (
    <article className={classes.filter(Boolean).join(' ')}>
      <SelectBox id={estimate.id} name={estimate.name} selected={selected} onSelect={onSelect} />
      <div className={styles.texts}>
        <div className={styles.top}>
          <h3 className={styles.name}>
            <EstimateLink estimate={estimate} search={search} />
          </h3>
          {/* There is room for what waits. */}
          {isAwaited ? <ProposalBadge {...estimate} /> : <CompactResponse {...estimate} />}
        </div>
        <p className={styles.facts}>
          {estimate.urgent && (
            <>
              <span className={styles.urgentText}>Urgent</span>
              <span>{' · '}</span>
            </>
          )}
          <Changing>
            {quarantineReasons.length > 0
              ? quarantineReasons.map((reason) => reasonLabels[reason]).join(' ')
              : facts.filter(Boolean).join(' · ')}
          </Changing>
        </p>
      </div>
    </article>
  )
})
