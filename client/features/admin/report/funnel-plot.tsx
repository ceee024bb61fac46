import { Group, Text } from '@mantine/core'
import { getWorth } from '#shared/estimates/budget-worth.ts'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import { budgetRanges, optionLabel } from '#shared/estimates/options.ts'
import { formatWholeNumber } from '#shared/formatting.ts'
import type { ReportStage } from '#shared/report.ts'
import { Folded, PlotBar, PlotCard } from './plot-card.tsx'
import { ListNumber, NumberCell, PlotTable } from './plot-table.tsx'
import styles from './report.module.css'
import { shareLabel, worthLabel } from './report-labels.ts'

const steps = [
  { key: 'requests', label: 'Received', filter: {} },
  { key: 'contacted', label: 'Answered', filter: { answered: 'yes' } },
  { key: 'proposals', label: 'Proposal sent', filter: { proposal: 'sent' } },
  { key: 'won', label: 'Won', filter: { outcome: 'won' } },
] as const satisfies readonly { key: keyof ReportStage; label: string; filter: ListSearch }[]

type FunnelPlotProps = {
  /** There is one stage for each budget range, in the order of the ranges. */
  stages: readonly ReportStage[]
  /** It finds the requests of the period. */
  search: ListSearch
}

/** Shows how many requests were answered and won, and what they are worth by their proposals or budgets. */
export function FunnelPlot({ stages, search }: FunnelPlotProps) {
  const title = 'From request to won'
  const received = stages.reduce((sum, { requests }) => sum + requests, 0)
  return (
    <PlotCard title={title}>
      <dl className={styles.steps}>
        {steps.map(({ key, label, filter }) => {
          const counts = stages.map((stage) => ({
            value: stage.value,
            count: stage[key],
            priced: key === 'won' ? stage.wonPriced : stage.priced,
          }))
          const total = counts.reduce((sum, { count }) => sum + count, 0)
          return (
            <div key={key}>
              <Text component="dt" size="sm" c="dimmed">
                {label}
              </Text>
              <Group component="dd" justify="space-between" align="baseline" gap="0 0.75rem">
                <span className={styles.figure}>
                  <ListNumber search={total > 0 ? { ...search, ...filter } : undefined}>
                    {formatWholeNumber(total)}
                  </ListNumber>
                  {key !== 'requests' && <span className={styles.known}>{` ${shareLabel(total, received)}`}</span>}
                </span>
                <Text span fw={700}>
                  {worthLabel(getWorth(counts))}
                </Text>
              </Group>
              <dd>
                <PlotBar part={total} whole={received} />
              </dd>
            </div>
          )
        })}
      </dl>
      <Folded label="Show budgets">
        <PlotTable title={title} column="Budget" numbers={['Received', 'Answered', 'Sent', 'Won']}>
          {stages.map((stage) => {
            const budget = budgetRanges.find(({ value }) => value === stage.value)?.value
            return (
              <tr key={stage.value}>
                <th scope="row" className={styles.budget}>
                  <bdi>{optionLabel(budgetRanges, stage.value)}</bdi>
                  {stage.won > 0 && (
                    <Text size="sm" c="dimmed">
                      {`Won: ${worthLabel(getWorth([{ value: stage.value, count: stage.won, priced: stage.wonPriced }]))}`}
                    </Text>
                  )}
                </th>
                {steps.map(({ key, filter }) => (
                  <NumberCell
                    key={key}
                    search={budget && stage[key] > 0 ? { ...search, budget, ...filter } : undefined}
                  >
                    {formatWholeNumber(stage[key])}
                  </NumberCell>
                ))}
              </tr>
            )
          })}
        </PlotTable>
      </Folded>
    </PlotCard>
  )
}
