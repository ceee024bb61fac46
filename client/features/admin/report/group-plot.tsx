import { displayName } from '#shared/account.ts'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import { responseHours } from '#shared/estimates/response-clock.ts'
import type { ReportAssignee, ReportGroup } from '#shared/report.ts'
import { PlotBar, PlotCard } from './plot-card.tsx'
import { NumberCell, PlotRow, PlotTable } from './plot-table.tsx'
import { shareLabel } from './report-labels.ts'

type GroupPlotProps = {
  title: string
  column: string
  groups: readonly ReportGroup[]
  label: (value: string) => string
  /** The list of a group; undefined for a value that no filter knows. */
  toSearch: (value: string) => ListSearch | undefined
}

export function GroupPlot({ title, column, groups, label, toSearch }: GroupPlotProps) {
  const most = Math.max(...groups.map(({ requests }) => requests))
  return (
    <PlotCard title={title} folds>
      <PlotTable title={title} column={column}>
        {groups.map((group) => (
          <PlotRow key={group.value} counts={group} search={toSearch(group.value)}>
            <bdi>{label(group.value)}</bdi>
            <PlotBar part={group.requests} whole={most} />
          </PlotRow>
        ))}
      </PlotTable>
    </PlotCard>
  )
}

type AssigneePlotProps = {
  assignees: readonly ReportAssignee[]
  /** It finds the requests of the period. */
  search: ListSearch
}

export function AssigneePlot({ assignees, search }: AssigneePlotProps) {
  const title = 'By assignee'
  const most = Math.max(...assignees.map(({ requests }) => requests))
  return (
    <PlotCard title={title} folds>
      <PlotTable
        title={title}
        column="Assigned to"
        numbers={['Requests', `Within ${responseHours} h`, 'Proposals', 'Win rate']}
      >
        {assignees.toSorted(byRequests).map(({ assignee, won, lost, proposals, ...counts }) => {
          const own: ListSearch = { ...search, assignee: assignee?.id ?? 'none' }
          const more = (
            <>
              <NumberCell search={undefined} of={proposals.judged}>
                {shareLabel(proposals.inTime, proposals.judged)}
              </NumberCell>
              <NumberCell search={won > 0 ? { ...own, outcome: 'won' } : undefined} of={won + lost}>
                {shareLabel(won, won + lost)}
              </NumberCell>
            </>
          )
          return (
            <PlotRow key={assignee?.id ?? 'none'} counts={counts} search={own} more={more}>
              <bdi>{assignee ? displayName(assignee) : 'Unassigned'}</bdi>
              <PlotBar part={counts.requests} whole={most} />
            </PlotRow>
          )
        })}
      </PlotTable>
    </PlotCard>
  )
}

/** Unassigned requests come last. */
function byRequests(a: ReportAssignee, b: ReportAssignee): number {
  return Number(!a.assignee) - Number(!b.assignee) || b.requests - a.requests
}
