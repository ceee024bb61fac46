import type { ReactNode } from 'react'
import { formatWholeNumber } from '#shared/formatting.ts'
import type { ReportCounts } from '#shared/report.ts'
import plot from './plot.module.css'
import { shareLabel } from './report-labels.ts'

type PlotTableProps = {
  column: string
  labelledBy: string
  children: ReactNode
}

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
  className?: string | undefined
  children: ReactNode
}

export function PlotRow({ counts, className, children }: PlotRowProps) {
  const { requests, judged, inTime } = counts
  return (
    <tr>
      <th scope="row" className={className}>
        {children}
      </th>
      <td className={plot.number}>{formatWholeNumber(requests)}</td>
      <td className={plot.number}>
        {shareLabel(inTime, judged)}
        {judged > 0 && <span className={plot.known}> of {formatWholeNumber(judged)}</span>}
      </td>
    </tr>
  )
}
