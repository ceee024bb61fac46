import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import { formatWholeNumber } from '#shared/formatting.ts'
import type { ReportOverview } from '#shared/report.ts'
import { useBelow } from '../layout/use-breakpoint.ts'
import { PlotBar, PlotCard } from './plot-card.tsx'
import { NumberCell, PlotTable } from './plot-table.tsx'
import report from './report.module.css'
import { shareLabel, worthLabel } from './report-labels.ts'

type SourcePlotProps = Pick<ReportOverview, 'sources' | 'otherSources'> & {
  /** It finds the requests of the period. */
  search: ListSearch
}

export function SourcePlot({ sources, otherSources, search }: SourcePlotProps) {
  const title = 'By lead source'
  const rows = [
    // No filter finds those of which it was not recorded.
    ...sources.map(({ source, ...counts }) => ({
      ...counts,
      name: source ?? 'Not recorded',
      key: `source ${source}`,
      own: source === null ? undefined : { ...search, leadSource: source },
    })),
    ...(otherSources ? [{ ...otherSources, name: 'Other sources', key: 'others', own: undefined }] : []),
  ]
  const most = Math.max(...rows.map(({ requests }) => requests))
  // A phone has no room for one more column.
  const isPhone = useBelow('sm')
  return (
    <PlotCard title={title} folds>
      <PlotTable
        title={title}
        column="Lead source"
        numbers={['Requests', ...(isPhone ? [] : ['Proposals']), 'Won', 'Worth', 'Win rate']}
      >
        {rows.map(({ key, name, own, requests, proposals, won, lost, wonCents }) => (
          <tr key={key}>
            <th scope="row" className={report.label}>
              <bdi>{name}</bdi>
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
        ))}
      </PlotTable>
    </PlotCard>
  )
}
