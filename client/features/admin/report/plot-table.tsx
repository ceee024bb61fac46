import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import { responseHours } from '#shared/estimates/response-clock.ts'
import { formatWholeNumber } from '#shared/formatting.ts'
import type { ReportCounts } from '#shared/report.ts'
import type { ReportPeriod } from '#shared/report-period.ts'
import styles from './report.module.css'
import { shareLabel } from './report-labels.ts'

type PlotTableProps = {
  title: string
  column: string
  /** The columns with numbers have these headings. */
  numbers?: readonly string[]
  children: ReactNode
}

export function PlotTable({
  title,
  column,
  numbers = ['Requests', `Within ${responseHours} h`],
  children,
}: PlotTableProps) {
  return (
    <table className={styles.table} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{column}</th>
          {numbers.map((heading) => (
            <th key={heading} scope="col" className={styles.number}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

type PlotRowProps = {
  counts: ReportCounts
  /** The list of what the row counts. */
  search: ListSearch | undefined
  /** It adds one more cell at the end of the row. */
  more?: ReactNode
  children: ReactNode
}

export function PlotRow({ counts, search, more, children }: PlotRowProps) {
  const { requests, judged, inTime } = counts
  return (
    <tr>
      <th scope="row" className={styles.label}>
        {children}
      </th>
      <NumberCell search={requests > 0 ? search : undefined}>{formatWholeNumber(requests)}</NumberCell>
      <NumberCell search={search && inTime > 0 ? { ...search, answered: 'in-time' } : undefined} of={judged}>
        {shareLabel(inTime, judged)}
      </NumberCell>
      {more}
    </tr>
  )
}

type ListNumberProps = {
  /** Undefined where no list shows just these, as for a value that no filter knows. */
  search: ListSearch | undefined
  children: ReactNode
}

/** @param props.of the number that a share is of */
export function NumberCell({ of = 0, ...number }: ListNumberProps & { of?: number }) {
  return (
    <td className={styles.number}>
      <ListNumber {...number} />
      {of > 0 && <span className={styles.known}>{` of ${formatWholeNumber(of)}`}</span>}
    </td>
  )
}

/** A number that leads to the estimates it counts. */
export function ListNumber({ search, children }: ListNumberProps) {
  if (!search) return <span>{children}</span>
  return (
    <Link to="/admin" search={search} className={styles.link}>
      {children}
    </Link>
  )
}

export function periodSearch({ from, to }: ReportPeriod): ListSearch {
  return { from, to }
}
