import { Group, Text } from '@mantine/core'
import type { AnsweredFilter } from '#shared/estimates/estimate-filter.ts'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import { responseHours } from '#shared/estimates/response-clock.ts'
import { formatWholeNumber } from '#shared/formatting.ts'
import type { ReportOverview, ReportWeek } from '#shared/report.ts'
import { estimateCountLabel } from '../ui/work-labels.ts'
import { Folded, PlotCard } from './plot-card.tsx'
import { ListNumber, PlotRow, PlotTable, periodSearch } from './plot-table.tsx'
import { scaleEnd } from './report-labels.ts'
import styles from './week-chart.module.css'
import { chartHeight, WeekChart, weekDays } from './week-chart.tsx'

/** The gap is this share of a week. */
const gap = 0.2

type WeekPlotProps = Pick<ReportOverview, 'weeks' | 'total' | 'closed'> & {
  /** It finds the requests of the period. */
  search: ListSearch
}

export function WeekPlot({ weeks, total, closed, search }: WeekPlotProps) {
  const title = 'Requests per week'
  const top = scaleEnd(Math.max(...weeks.map(({ requests }) => requests)))
  const legend: [label: string, answered: AnsweredFilter, count: number, className: string | undefined][] = [
    [`Contacted within ${responseHours} h`, 'in-time', total.inTime, styles.inTime],
    [`Missed ${responseHours} h`, 'missed', total.judged - total.inTime, styles.late],
    ['Pending', 'pending', total.requests - total.judged - closed, styles.waiting],
  ]
  if (closed > 0) legend.push(['Closed without contact', 'closed', closed, styles.closed])
  return (
    <PlotCard title={title}>
      <Group component="ul" align="baseline" gap="0.125rem 1rem" className={styles.legend}>
        {legend.map(([label, answered, count, className]) => (
          <Text key={label} component="li" size="sm" c="dimmed" className={className}>
            {label}:{' '}
            <ListNumber search={count > 0 ? { ...search, answered } : undefined}>{formatWholeNumber(count)}</ListNumber>
          </Text>
        ))}
      </Group>
      <WeekChart weeks={weeks} scale={[formatWholeNumber(top), formatWholeNumber(top / 2), '0']}>
        {weeks.map((week, index) => (
          <Bar key={week.from} week={week} x={index} unit={chartHeight / top} />
        ))}
      </WeekChart>
      <Folded label="Show table">
        <PlotTable title={title} column="Week">
          {weeks.map((week) => (
            <PlotRow key={week.from} counts={week} search={periodSearch(week)}>
              {weekDays(week)}
            </PlotRow>
          ))}
        </PlotTable>
      </Folded>
    </PlotCard>
  )
}

/** @param unit height of one estimate */
function Bar({ week, x, unit }: { week: ReportWeek; x: number; unit: number }) {
  const { requests, judged, inTime, closed } = week
  const part = (from: number, to: number, className: string | undefined) =>
    to > from && (
      <rect
        className={className}
        x={x + gap / 2}
        width={1 - gap}
        y={chartHeight - to * unit}
        height={(to - from) * unit}
      />
    )
  return (
    <g className={styles.bar}>
      <title>{`${weekDays(week)}: ${estimateCountLabel(requests)}`}</title>
      {part(0, inTime, styles.inTime)}
      {part(inTime, judged, styles.late)}
      {part(judged, requests - closed, styles.waiting)}
      {part(requests - closed, requests, styles.closed)}
    </g>
  )
}
