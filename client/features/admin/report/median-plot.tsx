import { Text } from '@mantine/core'
import { dayMs, hourMs } from '#shared/durations.ts'
import { responseHours } from '#shared/estimates/response-clock.ts'
import { formatWholeNumber } from '#shared/formatting.ts'
import type { ReportWeek } from '#shared/report.ts'
import { Folded, PlotCard } from './plot-card.tsx'
import { NumberCell, PlotTable, periodSearch } from './plot-table.tsx'
import { hoursLabel } from './report-labels.ts'
import styles from './week-chart.module.css'
import { chartHeight, WeekChart, weekDays } from './week-chart.tsx'

const promisedMs = responseHours * hourMs

/** The median of each week as a line, beside what was promised. Weeks without a contact interrupt it. */
export function MedianPlot({ weeks }: { weeks: readonly ReportWeek[] }) {
  const title = 'Median to first contact, per week'
  const topMs = scaleEndMs(Math.max(...weeks.map(({ medianMs }) => medianMs ?? 0)))
  const toHeight = (ms: number) => chartHeight * (1 - ms / topMs)
  return (
    <PlotCard title={title}>
      <Text size="sm" c="dimmed">
        Dashed: the promised {responseHours} hours
      </Text>
      <WeekChart weeks={weeks} scale={[scaleLabel(topMs), scaleLabel(topMs / 2), '0']}>
        <line className={styles.promise} x1="0" x2={weeks.length} y1={toHeight(promisedMs)} y2={toHeight(promisedMs)} />
        <path className={styles.median} d={linePath(weeks, toHeight)} />
        {weeks.map(
          (week, index) =>
            week.medianMs !== null && (
              // A line without length has round ends, which the stretched drawing leaves round.
              <path key={week.from} className={styles.point} d={`M${index + 0.5} ${toHeight(week.medianMs)}h0`}>
                <title>{`${weekDays(week)}: ${hoursLabel(week.medianMs)}`}</title>
              </path>
            ),
        )}
      </WeekChart>
      <Folded label="Show medians">
        <PlotTable title={title} column="Week" numbers={['Contacted', 'Median']}>
          {weeks.map((week) => (
            <tr key={week.from}>
              <th scope="row">{weekDays(week)}</th>
              <NumberCell search={week.contacted > 0 ? { ...periodSearch(week), answered: 'yes' } : undefined}>
                {formatWholeNumber(week.contacted)}
              </NumberCell>
              <NumberCell search={undefined}>{hoursLabel(week.medianMs)}</NumberCell>
            </tr>
          ))}
        </PlotTable>
      </Folded>
    </PlotCard>
  )
}

function linePath(weeks: readonly ReportWeek[], toHeight: (ms: number) => number): string {
  return weeks
    .map(({ medianMs }, index) => {
      if (medianMs === null) return ''
      const isFirst = (weeks[index - 1]?.medianMs ?? null) === null
      return `${isFirst ? 'M' : 'L'}${index + 0.5} ${toHeight(medianMs)}`
    })
    .join('')
}

/** The promise is always in sight. Beyond two days the scale has whole days, which are even. */
function scaleEndMs(greatestMs: number): number {
  if (greatestMs <= promisedMs) return promisedMs
  if (greatestMs <= 2 * dayMs) return Math.ceil(greatestMs / (12 * hourMs)) * 12 * hourMs
  return Math.ceil(greatestMs / (2 * dayMs)) * 2 * dayMs
}

function scaleLabel(ms: number): string {
  return ms > 2 * dayMs ? `${ms / dayMs} d` : `${ms / hourMs} h`
}
