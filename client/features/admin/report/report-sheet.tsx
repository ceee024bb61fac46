import { daysBetween } from '#shared/calendar-days.ts'
import { company } from '#shared/company.ts'
import { estimateOutcomes } from '#shared/estimates/estimate-work.ts'
import { budgetRanges, optionLabel, projectTypes } from '#shared/estimates/options.ts'
import { formatWholeNumber } from '#shared/formatting.ts'
import type { ReportGroup, ReportOverview, ReportStage } from '#shared/report.ts'
import type { ReportPeriod } from '#shared/report-period.ts'
import { capitalized, dayLabel } from '../ui/work-labels.ts'
import { AssigneePlot } from './assignee-plot.tsx'
import { FunnelPlot } from './funnel-plot.tsx'
import { GroupPlot } from './group-plot.tsx'
import { periodSearch } from './list-links.tsx'
import { MedianPlot } from './median-plot.tsx'
import { NumberTiles } from './number-tiles.tsx'
import styles from './report-sheet.module.css'
import { WeekPlot } from './week-plot.tsx'

type ReportSheetProps = {
  overview: ReportOverview
  period: ReportPeriod
}

export function ReportSheet({ overview, period }: ReportSheetProps) {
  const { total, closed, types, budgets, outcomes, stages, assignees, weeks, before } = overview
  const search = periodSearch(period)
  const waiting = total.requests - total.judged - closed
  const budgetValues = budgetRanges.map(({ value }) => value)
  return (
    <div className={styles.sheet}>
      <NumberTiles overview={overview} search={search} />
      <div className={styles.hint}>
        <p>{`Before means the ${daysLabel(period)} before: ${dayLabel(before.from)} to ${dayLabel(before.to)}.`}</p>
        {waiting > 0 && (
          <p>
            {`${waiting === 1 ? '1 request is' : `${formatWholeNumber(waiting)} requests are`} still ${company.promises.contact} and not counted in the shares yet.`}
          </p>
        )}
        {closed > 0 && (
          <p>
            {closed === 1
              ? '1 request was closed without a contact and is not counted in the shares.'
              : `${formatWholeNumber(closed)} requests were closed without a contact and are not counted in the shares.`}
          </p>
        )}
      </div>
      <WeekPlot weeks={weeks} total={total} closed={closed} search={search} />
      <MedianPlot weeks={weeks} />
      <FunnelPlot stages={inOrder(stages, budgetValues, noStage)} search={search} />
      <div className={styles.groups}>
        <div className={styles.column}>
          <GroupPlot
            title="By project type"
            column="Project type"
            groups={types.toSorted((a, b) => b.requests - a.requests)}
            label={(value) => optionLabel(projectTypes, value)}
            searchOf={(given) => {
              const type = projectTypes.find(({ value }) => value === given)?.value
              return type && { ...search, type }
            }}
          />
          <GroupPlot
            title="By outcome"
            column="Outcome"
            groups={inOrder(outcomes, estimateOutcomes, noGroup)}
            label={capitalized}
            searchOf={(given) => {
              const outcome = estimateOutcomes.find((value) => value === given)
              return outcome && { ...search, outcome }
            }}
          />
        </div>
        <div className={styles.column}>
          <GroupPlot
            title="By budget"
            column="Budget"
            groups={inOrder(budgets, budgetValues, noGroup)}
            label={(value) => optionLabel(budgetRanges, value)}
            searchOf={(given) => {
              const budget = budgetRanges.find(({ value }) => value === given)?.value
              return budget && { ...search, budget }
            }}
          />
          <AssigneePlot assignees={assignees} search={search} />
        </div>
      </div>
      <p className={styles.hint}>
        Requests are counted on the day they arrived, and for whoever they are assigned to now. Spam is excluded. Of the
        visitors we contacted, half waited no longer than the median, and nine of ten no longer than the 90th
        percentile. Medians of weeks are known to the hour. Worth is what the budgets of the requests add up to.
      </p>
    </div>
  )
}

function daysLabel({ from, to }: ReportPeriod): string {
  const days = daysBetween(from, to) + 1
  return days === 1 ? 'day' : `${formatWholeNumber(days)} days`
}

const noGroup = (value: string): ReportGroup => ({ value, requests: 0, judged: 0, inTime: 0 })
const noStage = (value: string): ReportStage => ({ value, requests: 0, contacted: 0, won: 0 })

/** Unknown values come last. */
function inOrder<Group extends { readonly value: string }>(
  groups: readonly Group[],
  values: readonly string[],
  empty: (value: string) => Group,
): Group[] {
  const listed = values.map((value) => groups.find((group) => group.value === value) ?? empty(value))
  return [...listed, ...groups.filter(({ value }) => !values.includes(value))]
}
