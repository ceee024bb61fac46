import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import { formatWholeNumber } from '#shared/formatting.ts'
import type { ReportSource } from '#shared/report.ts'
import { useBelow } from '../layout/use-breakpoint.ts'
import { PlotBar, PlotCard } from './plot-card.tsx'
import { NumberCell, PlotTable } from './plot-table.tsx'
import report from './report.module.css'
import { shareLabel, worthLabel } from './report-labels.ts'

type SourcePlotProps = {
  sources: readonly ReportSource[]
  /** The list of the period. */
  search: ListSearch
}

const maxRows = 20

export function SourcePlot({ sources, search }: SourcePlotProps) {
  const title = 'By lead source'
  const most = Math.max(...sources.map(({ requests }) => requests))
  // A phone has no room for one more column.
  const isPhone = useBelow('sm')
  const unnamed = sources.length - maxRows
  return (
    <PlotCard title={title} folds>
      <PlotTable
        title={title}
        column="Lead source"
        numbers={['Requests', ...(isPhone ? [] : ['Proposals']), 'Won', 'Worth', 'Win rate']}
      >
        {sources.slice(0, maxRows).map(({ source, requests, proposals, won, lost, wonCents }) => {
          // No filter finds those of which it was not recorded.
          const own = source === null ? undefined : { ...search, leadSource: source }
          return (
            <tr key={source}>
              <th scope="row" className={report.label}>
                <bdi>{source ?? 'Not recorded'}</bdi>
                <PlotBar part={requests} whole={most} />
              </th>
              <NumberCell search={own}>{formatWholeNumber(requests)}</NumberCell>
              {!isPhone && (
                <NumberCell search={own && proposals > 0 ? { ...own, proposal: 'sent' } : undefined}>
                  {formatWholeNumber(proposals)}
                </NumberCell>
              )}
              <NumberCell search={own && won > 0 ? { ...own, outcome: 'won' } : undefined}>
                {formatWholeNumber(won)}
              </NumberCell>
              <NumberCell search={undefined}>{worthLabel({ from: wonCents / 100, to: wonCents / 100 })}</NumberCell>
              <NumberCell search={undefined} of={won + lost}>
                {shareLabel(won, won + lost)}
              </NumberCell>
            </tr>
          )
        })}
      </PlotTable>
      {unnamed > 0 && <p>{`and ${formatWholeNumber(unnamed)} more`}</p>}
    </PlotCard>
  )
}
