import type { ReactNode } from 'react'
import { formatWholeNumber } from '#shared/formatting.ts'
import type { ReportCounts } from '#shared/report.ts'
import plot from './plot.module.css'
import { shareLabel } from './report-labels.ts'

type PlotTableProps = {
  /** The heading of the first column. */
  column: string
  /** The id of the plot's heading. */
  labelledBy: string
  children: ReactNode
}

/** The numbers of a plot: how many requests, and how many of them were contacted in time. */
export function PlotTable({ column, labelledBy, children }: PlotTableProps) {
  return (
    <table className={plot.table} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">{column}</th>
          <th scope="col" className={plot.number}>
            Requests
          </th>
          <th scope="col" className={plot.number}>
            Within 24 h
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

type PlotRowProps = {
  counts: ReportCounts
  /** For what the row is about. */
  className?: string | undefined
  children: ReactNode
}

/** What a row is about, and its numbers. */
export function PlotRow({ counts, className, children }: PlotRowProps) {
  const { requests, judged } = counts
  return (
    <tr>
      <th scope="row" className={className}>
        {children}
      </th>
      <td className={plot.number}>{formatWholeNumber(requests)}</td>
      <td className={plot.number}>
        {shareLabel(counts)}
        {judged > 0 && <span className={plot.known}> of {formatWholeNumber(judged)}</span>}
      </td>
    </tr>
  )
}
