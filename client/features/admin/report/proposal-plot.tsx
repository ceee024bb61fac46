import { Text } from '@mantine/core'
import { estimatePromise } from '#shared/company.ts'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import { formatWholeNumber } from '#shared/formatting.ts'
import type { ReportOverview, ReportProposalCounts } from '#shared/report.ts'
import { Folded, PlotBar, PlotCard } from './plot-card.tsx'
import { NumberCell, PlotTable } from './plot-table.tsx'
import { durationLabel, shareLabel } from './report-labels.ts'
import { weekDays } from './week-chart.tsx'

type ProposalPlotProps = {
  overview: ReportOverview
  /** It finds the requests of the period. */
  search: ListSearch
}

/** Shows how many proposals were sent in time, by the promised day and by the one that was agreed on. */
export function ProposalPlot({ overview: { proposals, weeks }, search }: ProposalPlotProps) {
  const { sent, notNeeded, medianMs, agreed } = proposals
  const title = 'Proposals'
  const sentSearch: ListSearch | undefined = sent > 0 ? { ...search, proposal: 'sent' } : undefined
  const notNeededSearch: ListSearch | undefined = notNeeded > 0 ? { ...search, proposal: 'not-needed' } : undefined
  return (
    <PlotCard title={title} folds>
      <PlotTable title={title} column="Kept" numbers={['In time']}>
        <ShareRow label={`As promised, ${estimatePromise()}`} counts={proposals} />
        <ShareRow label="As agreed, if the date was moved" counts={agreed} />
      </PlotTable>
      <PlotTable title="Proposals sent" column="Sent" numbers={['Requests']}>
        <tr>
          <th scope="row">{`Sent, half of them within ${durationLabel(medianMs)} of the first contact`}</th>
          <NumberCell search={sentSearch}>{formatWholeNumber(sent)}</NumberCell>
        </tr>
        <tr>
          <th scope="row">Not needed</th>
          <NumberCell search={notNeededSearch}>{formatWholeNumber(notNeeded)}</NumberCell>
        </tr>
      </PlotTable>
      <Text size="sm" c="dimmed">
        A proposal counts for the week of its request. One that is still to be sent counts once its day is over.
      </Text>
      <Folded label="Show weeks">
        <PlotTable title="Proposals per week" column="Week" numbers={['As promised']}>
          {weeks.map((week) => (
            <ShareRow key={week.from} label={weekDays(week)} counts={week.proposals} />
          ))}
        </PlotTable>
      </Folded>
    </PlotCard>
  )
}

function ShareRow({ label, counts: { judged, inTime } }: { label: string; counts: ReportProposalCounts }) {
  return (
    <tr>
      <th scope="row">
        {label}
        <PlotBar part={inTime} whole={judged} />
      </th>
      <NumberCell search={undefined} of={judged}>
        {shareLabel(inTime, judged)}
      </NumberCell>
    </tr>
  )
}
