// biome-ignore-all lint/a11y/noRedundantRoles: see estimate-table.tsx
import { memo, type Ref } from 'react'
import { Changing } from '#client/components/changing.tsx'
import { AlertIcon } from '#client/components/icons.tsx'
import { newYorkDay } from '#shared/calendar-days.ts'
import { answerText } from '#shared/estimates/answers.ts'
import { shortPlace } from '#shared/estimates/short-place.ts'
import { useStaff } from '../layout/staff-context.ts'
import badge from '../ui/badge.module.css'
import { reasonLabels } from '../ui/quarantine-labels.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { useNow } from '../ui/use-now.ts'
import { capitalized, shortDayLabel } from '../ui/work-labels.ts'
import { shortAssignee, shortBudget, shortReceived } from './compact-labels.ts'
import type { CompactEstimateProps } from './compact-line.tsx'
import { CompactResponse } from './compact-response.tsx'
import { EstimateLink } from './estimate-link.tsx'
import styles from './estimate-table.module.css'
import { SelectBox } from './select-box.tsx'

type EstimateTableRowProps = CompactEstimateProps & {
  rowRef: Ref<HTMLTableRowElement> | undefined
  /** Its place in the list, from 0. */
  index: number
}

export const EstimateTableRow = memo(function EstimateTableRow(props: EstimateTableRowProps) {
  const { rowRef, index, estimate, search, selected, onSelect } = props
  const { status, outcome, quarantineReasons } = estimate
  const now = useNow()
  const classes = [styles.columns, styles.row, estimate.urgent && styles.urgent, selected && styles.selected]
  return (
    <tr
      role="row"
      ref={rowRef}
      data-index={index}
      aria-rowindex={index + 2}
      className={classes.filter(Boolean).join(' ')}
    >
      <td role="cell" className={styles.check}>
        <SelectBox id={estimate.id} name={estimate.name} selected={selected} onSelect={onSelect} />
      </td>
      <th role="rowheader" scope="row" className={styles.name}>
        <EstimateLink estimate={estimate} search={search} className={styles.link} />
        {estimate.urgent && (
          <span className={styles.urgentMark} title="Urgent">
            <AlertIcon />
            <span className="unseen">Urgent</span>
          </span>
        )}
      </th>
      <td role="cell">{answerText(estimate, 'projectType')}</td>
      <td role="cell" title={estimate.location}>
        <bdi>{shortPlace(estimate.location)}</bdi>
      </td>
      <td role="cell">{shortBudget(estimate)}</td>
      <td role="cell" className={styles.muted}>
        <time dateTime={estimate.createdAt}>{shortReceived(estimate, now)}</time>
      </td>
      <td role="cell" className={styles.badges}>
        <StatusBadge status={status} />
        {outcome !== 'open' && (
          <span className={`${badge.badge} ${outcome === 'won' ? badge.completed : badge.other}`}>
            {capitalized(outcome)}
          </span>
        )}
      </td>
      {quarantineReasons.length > 0 ? (
        <td role="cell" colSpan={3} className={styles.reasons}>
          {quarantineReasons.map((reason) => reasonLabels[reason]).join(' ')}
        </td>
      ) : (
        <WorkCells {...props} now={now} />
      )}
    </tr>
  )
})

function WorkCells({ estimate, now }: Pick<EstimateTableRowProps, 'estimate'> & { now: Date }) {
  const { email } = useStaff()
  const { followUpOn } = estimate
  const today = newYorkDay(now)
  return (
    <>
      <td role="cell" className={styles.badges}>
        <CompactResponse {...estimate} />
      </td>
      <td role="cell">
        <bdi>{shortAssignee(estimate, email)}</bdi>
      </td>
      <td role="cell">
        {followUpOn !== null && (
          <span className={followUpOn <= today ? styles.due : undefined}>
            <Changing>{followUpOn === today ? 'Today' : shortDayLabel(followUpOn, today)}</Changing>
            {followUpOn < today && <span className="unseen"> (missed)</span>}
          </span>
        )}
      </td>
    </>
  )
}
