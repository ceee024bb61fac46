import { useId } from 'react'
import { getWorth } from '#shared/estimates/budget-worth.ts'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import { budgetRanges, optionLabel } from '#shared/estimates/options.ts'
import { formatWholeNumber } from '#shared/formatting.ts'
import type { ReportStage } from '#shared/report.ts'
import styles from './funnel-plot.module.css'
import { ListNumber } from './list-links.tsx'
import plot from './plot.module.css'
import { PlotBar } from './plot-bar.tsx'
import { PlotTable } from './plot-table.tsx'
import { shareLabel, worthLabel } from './report-labels.ts'

const steps = [
  { key: 'requests', label: 'Received', filter: {} },
  { key: 'contacted', label: 'Answered', filter: { answered: 'yes' } },
  { key: 'won', label: 'Won', filter: { outcome: 'won' } },
] as const satisfies readonly { key: keyof ReportStage; label: string; filter: ListSearch }[]

type FunnelPlotProps = {
  /** There is one stage for each budget range, in the order of the ranges. */
  stages: readonly ReportStage[]
  /** The list of the period. */
  search: ListSearch
}

/** Shows how many requests were answered and won, and what they are worth by their budgets. */
export function FunnelPlot({ stages, search }: FunnelPlotProps) {
  const headingId = useId()
  const received = stages.reduce((sum, { requests }) => sum + requests, 0)
  return (
    <section className={plot.plot} aria-labelledby={headingId}>
      <h3 id={headingId} className={plot.heading}>
        From request to won
      </h3>
      <dl className={styles.steps}>
        {steps.map(({ key, label, filter }) => {
          const counts = stages.map((stage) => ({ value: stage.value, count: stage[key] }))
          const total = counts.reduce((sum, { count }) => sum + count, 0)
          return (
            <div key={key} className={styles.step}>
              <dt>{label}</dt>
              <dd className={styles.count}>
                <ListNumber search={total > 0 ? { ...search, ...filter } : undefined}>
                  {formatWholeNumber(total)}
                </ListNumber>
                {key !== 'requests' && <span className={plot.known}>{` ${shareLabel(total, received)}`}</span>}
              </dd>
              <dd className={styles.worth}>{worthLabel(getWorth(counts))}</dd>
              <dd className={styles.track}>
                <PlotBar part={total} whole={received} />
              </dd>
            </div>
          )
        })}
      </dl>
      <details className={plot.behind}>
        <summary>Show budgets</summary>
        <PlotTable column="Budget" numbers={['Received', 'Answered', 'Won']} labelledBy={headingId}>
          {stages.map((stage) => {
            const budget = budgetRanges.find(({ value }) => value === stage.value)?.value
            return (
              <tr key={stage.value}>
                <th scope="row" className={styles.budget}>
                  <bdi>{optionLabel(budgetRanges, stage.value)}</bdi>
                  {stage.won > 0 && (
                    <span className={styles.wonWorth}>
                      {`Won: ${worthLabel(getWorth([{ value: stage.value, count: stage.won }]))}`}
                    </span>
                  )}
                </th>
                {steps.map(({ key, filter }) => (
                  <td key={key} className={plot.number}>
                    <ListNumber search={budget && stage[key] > 0 ? { ...search, budget, ...filter } : undefined}>
                      {formatWholeNumber(stage[key])}
                    </ListNumber>
                  </td>
                ))}
              </tr>
            )
          })}
        </PlotTable>
      </details>
    </section>
  )
}
