import { Stack, Text } from '@mantine/core'
import { daysBetween } from '#shared/calendar-days.ts'
import { responsePromise } from '#shared/company.ts'
import { estimateOutcomes } from '#shared/estimates/estimate-work.ts'
import { budgetRanges, optionLabel, projectTypes } from '#shared/estimates/options.ts'
import { formatWholeNumber } from '#shared/formatting.ts'
import type { ReportGroup, ReportOverview, ReportStage } from '#shared/report.ts'
import type { ReportPeriod } from '#shared/report-period.ts'
import { capitalized, dayLabel } from '../ui/work-labels.ts'
import { FunnelPlot } from './funnel-plot.tsx'
import { AssigneePlot, GroupPlot } from './group-plot.tsx'
import { MedianPlot } from './median-plot.tsx'
import { NumberTiles } from './number-tiles.tsx'
import { periodSearch } from './plot-table.tsx'
import { ProposalPlot } from './proposal-plot.tsx'
import styles from './report.module.css'
import { summarySentence } from './report-labels.ts'
import { SourcePlot } from './source-plot.tsx'
import { WeekPlot } from './week-plot.tsx'

type ReportSheetProps = {
  overview: ReportOverview
  period: ReportPeriod
}

export function ReportSheet({ overview, period }: ReportSheetProps) {
  const { total, closed, types, budgets, outcomes, stages, sources, otherSources, assignees, weeks, before } = overview
  const search = periodSearch(period)
  const waiting = total.requests - total.judged - closed
  const budgetValues = budgetRanges.map(({ value }) => value)
  const hint = { size: 'sm', c: 'dimmed', maw: '46rem' }
  return (
    <Stack>
      <Text size="lg" fw={650}>
        {summarySentence(overview)}
      </Text>
      <NumberTiles overview={overview} search={search} />
      <div>
        <Text {...hint}>
          {`Compared with the previous ${daysLabel(period)}: ${dayLabel(before.from)} to ${dayLabel(before.to)}.`}
        </Text>
        {waiting > 0 && (
          <Text {...hint}>
            {`${waiting === 1 ? '1 request is' : `${formatWholeNumber(waiting)} requests are`} still ${responsePromise} and not counted in the shares yet.`}
          </Text>
        )}
        {closed > 0 && (
          <Text {...hint}>
            {`${closed === 1 ? '1 request was' : `${formatWholeNumber(closed)} requests were`} closed without a contact and ${closed === 1 ? 'is' : 'are'} not counted in the shares.`}
          </Text>
        )}
      </div>
      <WeekPlot weeks={weeks} total={total} closed={closed} search={search} />
      <MedianPlot weeks={weeks} />
      <FunnelPlot stages={inOrder(stages, budgetValues, noStage)} search={search} />
      <ProposalPlot overview={overview} search={search} />
      <SourcePlot sources={sources} otherSources={otherSources} search={search} />
      <div className={styles.groups}>
        <Stack>
          <GroupPlot
            title="By project type"
            column="Project type"
            groups={types.toSorted((a, b) => b.requests - a.requests)}
            label={(value) => optionLabel(projectTypes, value)}
            toSearch={(given) => {
              const type = projectTypes.find(({ value }) => value === given)?.value
              return type && { ...search, type }
            }}
          />
          <GroupPlot
            title="By outcome"
            column="Outcome"
            groups={inOrder(outcomes, estimateOutcomes, noGroup)}
            label={capitalized}
            toSearch={(given) => {
              const outcome = estimateOutcomes.find((value) => value === given)
              return outcome && { ...search, outcome }
            }}
          />
        </Stack>
        <Stack>
          <GroupPlot
            title="By budget"
            column="Budget"
            groups={inOrder(budgets, budgetValues, noGroup)}
            label={(value) => optionLabel(budgetRanges, value)}
            toSearch={(given) => {
              const budget = budgetRanges.find(({ value }) => value === given)?.value
              return budget && { ...search, budget }
            }}
          />
          <AssigneePlot assignees={assignees} search={search} />
        </Stack>
      </div>
      <Text {...hint}>
        Requests are counted on the day they arrived, and for whoever they are assigned to now. Spam is excluded. Of the
        visitors we contacted, half waited no longer than the median, and nine of ten no longer than the 90th
        percentile. Weekly medians are rounded to the hour. Dollar values add up the amounts of proposals, and where
        there is none, the low end of the budget.
      </Text>
    </Stack>
  )
}

function daysLabel({ from, to }: ReportPeriod): string {
  const days = daysBetween(from, to) + 1
  return days === 1 ? 'day' : `${formatWholeNumber(days)} days`
}

const noGroup = (value: string): ReportGroup => ({ value, requests: 0, judged: 0, inTime: 0 })
const unpriced = { count: 0, cents: 0 }
const noStage = (value: string): ReportStage => ({
  ...{ value, requests: 0, contacted: 0, proposals: 0, won: 0 },
  ...{ priced: unpriced, wonPriced: unpriced },
})

/** Unknown values come last. */
function inOrder<Group extends { readonly value: string }>(
  groups: readonly Group[],
  values: readonly string[],
  empty: (value: string) => Group,
): Group[] {
  const listed = values.map((value) => groups.find((group) => group.value === value) ?? empty(value))
  return [...listed, ...groups.filter(({ value }) => !values.includes(value))]
}
