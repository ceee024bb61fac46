import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { Changing } from '#client/components/changing.tsx'
import type { ListedEstimate } from '#client/lib/api.ts'
import { newYorkDay } from '#shared/calendar-days.ts'
import { answerText } from '#shared/estimates/answers.ts'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import { awaitsContact, responseLabel, responseState } from '#shared/estimates/response-clock.ts'
import { shortPlace } from '#shared/estimates/short-place.ts'
import { useStaff } from '../layout/staff-context.ts'
import badge from '../ui/badge.module.css'
import { PhotoCount, ResponseBadge } from '../ui/badges.tsx'
import checkbox from '../ui/checkbox.module.css'
import { ProposalBadge, type ProposalBadgeProps, proposalText, useProposal } from '../ui/proposal-badge.tsx'
import { useNow } from '../ui/use-now.ts'
import { capitalized, capitalizedStatus, reasonLabels, shortDayLabel, shortName } from '../ui/work-labels.ts'
import styles from './compact-line.module.css'
import list from './list.module.css'
import type { Select } from './use-selection.ts'

export type CompactEstimateProps = {
  estimate: ListedEstimate
  search: ListSearch
  selected: boolean
  onSelect: Select
}

/** Shows an estimate in two lines, for narrow windows. */
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
          {isAwaited ? <ProposalBadge {...estimate} isShort /> : <CompactResponse {...estimate} />}
        </div>
        <p className={styles.facts}>
          {estimate.urgent && (
            <>
              <span className={styles.urgentText}>Urgent</span>
              <span>{' · '}</span>
            </>
          )}
          {estimate.photos > 0 && (
            <>
              <PhotoCount {...estimate} />
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

type SelectBoxProps = { id: string; name: string; selected: boolean; onSelect: Select }

/** With Shift, a press selects everything since the last one. */
export const SelectBox = memo(function SelectBox({ id, name, selected, onSelect }: SelectBoxProps) {
  return (
    <label className={`unprinted ${styles.box}`}>
      <input
        type="checkbox"
        className={checkbox.checkbox}
        checked={selected}
        aria-label={`Select ${name}`}
        onChange={({ nativeEvent }) => onSelect(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  )
})

type EstimateLinkProps = {
  estimate: Pick<ListedEstimate, 'id' | 'name'>
  search: ListSearch
  className?: string | undefined
}

/** Back leads from the estimate to its place in the list. */
export function EstimateLink({ estimate: { id, name }, search, className }: EstimateLinkProps) {
  return (
    <Link
      to="/admin/estimates/$id"
      params={{ id }}
      state={{ fromList: true, listSearch: search }}
      className={className}
    >
      <bdi>{name}</bdi>
    </Link>
  )
}

type CompactResponseProps = Pick<
  ListedEstimate,
  'dueAt' | 'firstContactAt' | 'status' | 'outcome' | 'erasedAt' | 'withdrawnAt'
>

/** A badge only for what waits. */
export function CompactResponse(estimate: CompactResponseProps) {
  const { dueAt, firstContactAt, status, outcome, erasedAt, withdrawnAt } = estimate
  if (withdrawnAt && !erasedAt)
    return (
      <span className={`${badge.badge} ${badge.other}`} title="Withdrawn by the customer">
        Withdrawn
      </span>
    )
  if (dueAt === null || awaitsContact(estimate) || erasedAt) return <ResponseBadge {...estimate} />
  const due = new Date(dueAt)
  const contactedAt = firstContactAt === null ? null : new Date(firstContactAt)
  // The time has no effect on estimates that do not wait.
  const state = responseState({ dueAt: due, firstContactAt: contactedAt, status, outcome }, due)
  return <span className={styles.muted}>{capitalized(responseLabel(state).replace('answered late', 'late'))}</span>
}

/** The same for the proposal, which comes after it. */
export function CompactProposal(estimate: ProposalBadgeProps) {
  const proposal = useProposal(estimate)
  if (proposal?.kind === 'due' || proposal?.kind === 'overdue') return <ProposalBadge {...estimate} />
  return proposal && <span className={styles.muted}>{proposalText(proposal).replace('sent late', 'late')}</span>
}

/** For instance “$25k–$50k” for “$25,000 - $50,000”. */
export function shortBudget(estimate: ListedEstimate): string {
  return (answerText(estimate, 'budgetRange') ?? '').replaceAll(',000', 'k').replace(' - ', '–')
}

/** Returns the day in New York, without the year if it is this year. */
export function shortReceived({ createdAt }: ListedEstimate, now: Date): string {
  return shortDayLabel(newYorkDay(new Date(createdAt)), newYorkDay(now))
}

/** Returns who has the estimate: a short name, or “You” for the reader. */
export function shortAssignee(
  { assigneeEmail: email, assigneeName: name }: Pick<ListedEstimate, 'assigneeEmail' | 'assigneeName'>,
  own: string,
): string {
  if (email === null) return ''
  return email === own ? 'You' : shortName({ name, email })
}
