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
          {formatWholeNumber(waiting)} still within 24 h and not contacted yet: left out of each share until it is
          known.
        </p>
      )}
      <WeekPlot weeks={weeks} />
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
        Requests count by the day on which they came, and what is set aside as spam does not. The time to the first
        contact is taken over the visitors who were contacted: half of them no later than the median, nine of ten no
        later than the 90th percentile.
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
