import { useId } from 'react'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import type { ReportGroup } from '#shared/report.ts'
import styles from './group-plot.module.css'
import plot from './plot.module.css'
import { PlotRow, PlotTable } from './plot-table.tsx'

type GroupPlotProps = {
  title: string
  column: string
  groups: readonly ReportGroup[]
  label: (value: string) => string
  /** The list of a group; undefined for a value that no filter knows. */
  searchOf: (value: string) => ListSearch | undefined
}

export function GroupPlot({ title, column, groups, label, searchOf }: GroupPlotProps) {
  const headingId = useId()
  const most = Math.max(1, ...groups.map(({ requests }) => requests))
  return (
    <section className={plot.plot} aria-labelledby={headingId}>
      <h3 id={headingId} className={plot.heading}>
        {title}
      </h3>
      <PlotTable column={column} labelledBy={headingId}>
        {groups.map((group) => (
          <PlotRow key={group.value} counts={group} search={searchOf(group.value)} className={styles.label}>
            <bdi>{label(group.value)}</bdi>
            <svg className={styles.bar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
              <rect className={styles.track} width="100" height="6" />
              <rect className={styles.filled} width={(100 * group.requests) / most} height="6" />
            </svg>
          </PlotRow>
        ))}
      </PlotTable>
    </section>
  )
}
