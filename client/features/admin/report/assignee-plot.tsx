import { useId } from 'react'
import { displayName } from '#shared/account.ts'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import { responseHours } from '#shared/estimates/response-clock.ts'
import type { ReportAssignee } from '#shared/report.ts'
import { ListNumber } from './list-links.tsx'
import plot from './plot.module.css'
import { PlotBar } from './plot-bar.tsx'
import { NumberKnown, PlotRow, PlotTable } from './plot-table.tsx'
import { shareLabel } from './report-labels.ts'

type AssigneePlotProps = {
  assignees: readonly ReportAssignee[]
  /** The list of the period. */
  search: ListSearch
}

export function AssigneePlot({ assignees, search }: AssigneePlotProps) {
  const headingId = useId()
  const most = Math.max(...assignees.map(({ requests }) => requests))
  return (
    <section className={plot.plot} aria-labelledby={headingId}>
      <h3 id={headingId} className={plot.heading}>
        By assignee
      </h3>
      <PlotTable
        column="Assigned to"
        numbers={['Requests', `Within ${responseHours} h`, 'Win rate']}
        labelledBy={headingId}
      >
        {assignees.toSorted(byRequests).map(({ assignee, won, lost, ...counts }) => {
          const own: ListSearch = { ...search, assignee: assignee?.id ?? 'none' }
          return (
            <PlotRow
              key={assignee?.id ?? 'none'}
              counts={counts}
              search={own}
              more={
                <>
                  <ListNumber search={won > 0 ? { ...own, outcome: 'won' } : undefined}>
                    {shareLabel(won, won + lost)}
                  </ListNumber>
                  <NumberKnown of={won + lost} />
                </>
              }
            >
              <bdi>{assignee ? displayName(assignee) : 'Unassigned'}</bdi>
              <PlotBar part={counts.requests} whole={most} />
            </PlotRow>
          )
        })}
      </PlotTable>
    </section>
  )
}

/** Unassigned requests come last. */
function byRequests(a: ReportAssignee, b: ReportAssignee): number {
  return Number(!a.assignee) - Number(!b.assignee) || b.requests - a.requests
}
