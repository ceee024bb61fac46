import { estimateOutcomes } from '#shared/estimates/estimate-work.ts'
import { budgetRanges, optionLabel, projectTypes } from '#shared/estimates/options.ts'
import { formatWholeNumber } from '#shared/formatting.ts'
import type { ReportGroup, ReportOverview } from '#shared/report.ts'
import { capitalized } from '../ui/work-labels.ts'
import { GroupPlot } from './group-plot.tsx'
import { NumberTiles } from './number-tiles.tsx'
import styles from './report-sheet.module.css'
import { WeekPlot } from './week-plot.tsx'

export function ReportSheet({ overview }: { overview: ReportOverview }) {
  const { total, types, budgets, outcomes, weeks } = overview
  const waiting = total.requests - total.judged
  const budgetValues = budgetRanges.map(({ value }) => value)
  return (
    <div className={styles.sheet}>
      <NumberTiles overview={overview} />
      {waiting > 0 && (
        <p className={styles.hint}>
          {waiting === 1 ? '1 request is' : `${formatWholeNumber(waiting)} requests are`} still within 24 hours and not
          counted in the shares yet.
        </p>
      )}
      <WeekPlot weeks={weeks} total={total} />
      <div className={styles.groups}>
        <GroupPlot
          title="By project type"
          column="Project type"
          groups={types.toSorted((a, b) => b.requests - a.requests)}
          label={(value) => optionLabel(projectTypes, value)}
        />
        <GroupPlot
          title="By budget"
          column="Budget"
          groups={inOrder(budgets, budgetValues)}
          label={(value) => optionLabel(budgetRanges, value)}
        />
        <GroupPlot
          title="By outcome"
          column="Outcome"
          groups={inOrder(outcomes, estimateOutcomes)}
          label={capitalized}
        />
      </div>
      <p className={styles.hint}>
        Requests are counted on the day they arrived. Spam is excluded. Of the visitors we contacted, half waited no
        longer than the median, and nine of ten no longer than the 90th percentile.
      </p>
    </div>
  )
}

/** Unknown values come last. */
function inOrder(groups: readonly ReportGroup[], values: readonly string[]): ReportGroup[] {
  const listed = values.map(
    (value) => groups.find((group) => group.value === value) ?? { value, requests: 0, judged: 0, inTime: 0 },
  )
  return [...listed, ...groups.filter(({ value }) => !values.includes(value))]
}
