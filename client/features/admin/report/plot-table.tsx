import type { ReactNode } from 'react'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import { responseHours } from '#shared/estimates/response-clock.ts'
import { formatWholeNumber } from '#shared/formatting.ts'
import type { ReportCounts } from '#shared/report.ts'
import { ListNumber } from './list-links.tsx'
import plot from './plot.module.css'
import { shareLabel } from './report-labels.ts'

type PlotTableProps = {
  column: string
  /** The headings of the columns with numbers. */
  numbers?: readonly string[]
  labelledBy: string
  children: ReactNode
}

export function PlotTable({
  column,
  numbers = ['Requests', `Within ${responseHours} h`],
  labelledBy,
  children,
}: PlotTableProps) {
  return (
    <table className={plot.table} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">{column}</th>
          {numbers.map((heading) => (
            <th key={heading} scope="col" className={plot.number}>
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
      <th scope="row" className={plot.label}>
        {children}
      </th>
      <td className={plot.number}>
        <ListNumber search={requests > 0 ? search : undefined}>{formatWholeNumber(requests)}</ListNumber>
      </td>
      <td className={plot.number}>
        <ListNumber search={search && inTime > 0 ? { ...search, answered: 'in-time' } : undefined}>
          {shareLabel(inTime, judged)}
        </ListNumber>
        <NumberKnown of={judged} />
      </td>
      {more && <td className={plot.number}>{more}</td>}
    </tr>
  )
}

/** Shows what number a share is of. */
export function NumberKnown({ of }: { of: number }) {
  return of > 0 && <span className={plot.known}>{` of ${formatWholeNumber(of)}`}</span>
}
