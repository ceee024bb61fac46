// biome-ignore-all lint/a11y/noRedundantRoles: some browsers drop the roles of a table that is laid out as a grid
import { UnstyledButton } from '@mantine/core'
import { memo, type Ref } from 'react'
import { Changing } from '#client/components/changing.tsx'
import { AlertIcon, ArrowIcon } from '#client/components/icons.tsx'
import type { ListedEstimate } from '#client/lib/api.ts'
import { getSort } from '#client/lib/search-params/list-search.ts'
import { newYorkDay } from '#shared/calendar-days.ts'
import { answerText } from '#shared/estimates/answers.ts'
import type { EstimateSort } from '#shared/estimates/estimate-list.ts'
import { shortPlace } from '#shared/estimates/short-place.ts'
import { readPhoneNumber } from '#shared/phone-numbers.ts'
import { useStaff } from '../layout/staff-context.ts'
import badge from '../ui/badge.module.css'
import { PhotoCount, StatusBadge } from '../ui/badges.tsx'
import { useNow } from '../ui/use-now.ts'
import { capitalized, reasonLabels, shortDayLabel } from '../ui/work-labels.ts'
import {
  type CompactEstimateProps,
  CompactProposal,
  CompactResponse,
  EstimateLink,
  SelectBox,
  shortAssignee,
  shortBudget,
  shortReceived,
} from './compact-line.tsx'
import { ArrivalsPill, ListEnd } from './estimate-list.tsx'
import styles from './estimate-table.module.css'
import list from './list.module.css'
import { type RowsProps, useEstimateRows } from './use-estimate-rows.ts'
import type { ChangeSearch } from './use-list-search.ts'

type Column = {
  readonly label: string
  /** Its cells stand below the name. */
  readonly isUnseen?: boolean
  /** The sort of the first press, if there is one. */
  readonly descending?: EstimateSort
  readonly ascending?: EstimateSort
}

/** Only columns whose order an index has can sort. */
const columns: readonly Column[] = [
  { label: 'Name' },
  { label: 'Phone', isUnseen: true },
  { label: 'Type' },
  { label: 'Place' },
  { label: 'Budget', descending: 'budget', ascending: 'lowest-budget' },
  { label: 'Received', descending: 'newest', ascending: 'oldest' },
  { label: 'Status' },
  { label: 'Response', ascending: 'due' },
  { label: 'Assigned' },
  { label: 'Follow-up' },
]

type EstimateTableProps = RowsProps & { change: ChangeSearch }

/** Wide windows show the compact view as a table. */
export function EstimateTable({ change, ...rows }: EstimateTableProps) {
  const { labelledBy, items, total, search, selection } = rows
  const { listRef, getRef, shown, arrivals, onFocus, onBlur } = useEstimateRows<
    HTMLTableSectionElement,
    HTMLTableRowElement
  >('table', rows)
  const sort = getSort(search)
  return (
    <>
      <ArrivalsPill {...rows} count={arrivals} />
      <table role="table" className={styles.table} aria-labelledby={labelledBy} aria-rowcount={total + 1}>
        <thead role="rowgroup" className={styles.head}>
          <tr role="row" className={styles.columns} aria-rowindex={1}>
            <td role="cell" />
            {columns.map((column) => (
              <ColumnHeader key={column.label} {...column} sort={sort} onSort={(wanted) => change({ sort: wanted })} />
            ))}
          </tr>
        </thead>
        <tbody
          role="rowgroup"
          ref={listRef}
          className={`${list.rows} ${styles.body}`}
          onFocus={onFocus}
          onBlur={onBlur}
        >
          {shown.map((index) => {
            const estimate = items[index]
            return (
              estimate && (
                <EstimateTableRow
                  key={estimate.id}
                  rowRef={getRef(index)}
                  index={index}
                  estimate={estimate}
                  search={search}
                  selected={selection.ids.has(estimate.id)}
                  onSelect={selection.select}
                />
              )
            )
          })}
        </tbody>
      </table>
      <ListEnd {...rows} />
    </>
  )
}

type ColumnHeaderProps = Column & { sort: EstimateSort; onSort: (sort: EstimateSort) => void }

/** A press sorts by the column, the next one in the other direction. A column with one direction goes back to newest. */
function ColumnHeader({ label, isUnseen, descending, ascending, sort, onSort }: ColumnHeaderProps) {
  if (!ascending)
    return (
      <th role="columnheader" scope="col" className={isUnseen ? 'unseen' : undefined}>
        {label}
      </th>
    )
  const direction = sort === ascending ? 'ascending' : sort === descending ? 'descending' : undefined
  const next = direction === 'ascending' ? (descending ?? 'newest') : direction ? ascending : (descending ?? ascending)
  return (
    <th role="columnheader" scope="col" aria-sort={direction ?? 'none'}>
      <UnstyledButton className={styles.sort} onClick={() => onSort(next)}>
        {label}
        <span className={direction ? styles[direction] : styles.unsorted}>
          <ArrowIcon />
        </span>
      </UnstyledButton>
    </th>
  )
}

type EstimateTableRowProps = CompactEstimateProps & {
  rowRef: Ref<HTMLTableRowElement> | undefined
  /** The place in the list counts from 0. */
  index: number
}

const EstimateTableRow = memo(function EstimateTableRow(props: EstimateTableRowProps) {
  const { rowRef, index, estimate, search, selected, onSelect } = props
  const { status, outcome, quarantineReasons } = estimate
  const now = useNow()
  const classes = [list.row, styles.columns, styles.row, estimate.urgent && list.urgent, selected && list.selected]
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
      <th role="rowheader" scope="row" className={styles.name} title={estimate.name}>
        <EstimateLink estimate={estimate} search={search} className={styles.link} />
        {estimate.urgent && (
          <span className={styles.urgentMark} title="Urgent">
            <AlertIcon />
            <span className="unseen">Urgent</span>
          </span>
        )}
      </th>
      <PhoneCell {...estimate} />
      <td role="cell">{answerText(estimate, 'projectType')}</td>
      <td role="cell" title={estimate.location}>
        <bdi>{shortPlace(estimate.location)}</bdi>
      </td>
      <td role="cell">{shortBudget(estimate)}</td>
      <td role="cell" className={styles.muted}>
        <time dateTime={estimate.createdAt}>{shortReceived(estimate, now)}</time>
      </td>
      <td role="cell" className={styles.badges}>
        <StatusBadge status={status} />{' '}
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
      <td role="cell" className={`${styles.badges} ${styles.clocks}`}>
        <CompactResponse {...estimate} />
        <CompactProposal {...estimate} />
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

/** Stands below the name, with the number of photos, for which the name leaves no room. */
function PhoneCell({ phone, erasedAt, photos }: Pick<ListedEstimate, 'phone' | 'erasedAt' | 'photos'>) {
  const { text, href } = phone ? readPhoneNumber(phone) : { text: erasedAt ? '' : 'No phone' }
  return (
    <td role="cell" className={styles.phone}>
      {href ? <a href={href}>{text}</a> : text}
      <PhotoCount photos={photos} />
    </td>
  )
}
