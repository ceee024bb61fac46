import { useId } from 'react'
import { formatWholeNumber } from '#shared/formatting.ts'
import type { ReportGroup } from '#shared/report.ts'
import styles from './group-plot.module.css'
import plot from './plot.module.css'
import { Share } from './share.tsx'

type GroupPlotProps = {
  title: string
  groups: readonly ReportGroup[]
  /** The words for a group's value. */
  label: (value: string) => string
}

/** Requests by what they have in common: one bar for each, in the row of the table that has its numbers. */
export function GroupPlot({ title, groups, label }: GroupPlotProps) {
  const headingId = useId()
  const most = Math.max(1, ...groups.map(({ requests }) => requests))
  return (
    <section className={plot.plot} aria-labelledby={headingId}>
      <h3 id={headingId} className={plot.heading}>
        {title}
      </h3>
      <table className={plot.table} aria-labelledby={headingId}>
        <thead>
          <tr>
            <th scope="col">{title.replace('By ', '').replace(/^./, (first) => first.toUpperCase())}</th>
            <th scope="col" className={plot.number}>
              Requests
            </th>
            <th scope="col" className={plot.number}>
              Within 24 h
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.value}>
              <th scope="row" className={styles.label}>
                <bdi>{label(group.value)}</bdi>
                <svg className={styles.bar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                  <rect className={styles.track} width="100" height="6" />
                  <rect className={styles.filled} width={(100 * group.requests) / most} height="6" />
                </svg>
              </th>
              <td className={plot.number}>{formatWholeNumber(group.requests)}</td>
              <td className={plot.number}>
                <Share counts={group} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
