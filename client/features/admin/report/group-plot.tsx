import { useId } from 'react'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import type { ReportGroup } from '#shared/report.ts'
import plot from './plot.module.css'
import { PlotBar } from './plot-bar.tsx'
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
  const most = Math.max(...groups.map(({ requests }) => requests))
  return (
    <section className={plot.plot} aria-labelledby={headingId}>
      <h3 id={headingId} className={plot.heading}>
        {title}
      </h3>
      <PlotTable column={column} labelledBy={headingId}>
        {groups.map((group) => (
          <PlotRow key={group.value} counts={group} search={searchOf(group.value)}>
            <bdi>{label(group.value)}</bdi>
            <PlotBar part={group.requests} whole={most} />
          </PlotRow>
        ))}
      </PlotTable>
    </section>
  )
}
