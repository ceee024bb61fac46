import { useId } from 'react'
import type { AnsweredFilter } from '#shared/estimates/estimate-filter.ts'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import { responseHours } from '#shared/estimates/response-clock.ts'
import { formatWholeNumber } from '#shared/formatting.ts'
import type { ReportOverview, ReportWeek } from '#shared/report.ts'
import { estimateCountLabel } from '../ui/work-labels.ts'
import { ListNumber, periodSearch } from './list-links.tsx'
import plot from './plot.module.css'
import { PlotRow, PlotTable } from './plot-table.tsx'
import { scaleEnd } from './report-labels.ts'
import { chartHeight, WeekChart, weekDays } from './week-chart.tsx'
import styles from './week-plot.module.css'

/** The gap is this share of a week. */
const gap = 0.2

type WeekPlotProps = Pick<ReportOverview, 'weeks' | 'total' | 'closed'> & {
  /** The list of the period. */
  search: ListSearch
}

export function WeekPlot({ weeks, total, closed, search }: WeekPlotProps) {
  const headingId = useId()
  const top = scaleEnd(Math.max(...weeks.map(({ requests }) => requests)))
  const legend: [label: string, answered: AnsweredFilter, count: number, className: string | undefined][] = [
    [`Contacted within ${responseHours} h`, 'in-time', total.inTime, styles.inTime],
    [`Missed ${responseHours} h`, 'missed', total.judged - total.inTime, styles.late],
    ['Pending', 'pending', total.requests - total.judged - closed, styles.waiting],
  ]
  if (closed > 0) legend.push(['Closed without contact', 'closed', closed, styles.closed])
  return (
    <figure className={plot.plot} aria-labelledby={headingId}>
      <h3 id={headingId} className={plot.heading}>
        Requests per week
      </h3>
      <ul className={styles.legend}>
        {legend.map(([label, answered, count, className]) => (
          <li key={label} className={className}>
            <span>
              {label}:{' '}
              <ListNumber search={count > 0 ? { ...search, answered } : undefined}>
                {formatWholeNumber(count)}
              </ListNumber>
            </span>
          </li>
        ))}
      </ul>
      <WeekChart weeks={weeks} scale={[formatWholeNumber(top), formatWholeNumber(top / 2), '0']}>
        {weeks.map((week, index) => (
          <Bar key={week.from} week={week} x={index} unit={chartHeight / top} />
        ))}
      </WeekChart>
      <details className={plot.behind}>
        <summary>Show table</summary>
        <PlotTable column="Week" labelledBy={headingId}>
          {weeks.map((week) => (
            <PlotRow key={week.from} counts={week} search={periodSearch(week)}>
              {weekDays(week)}
            </PlotRow>
          ))}
        </PlotTable>
      </details>
    </figure>
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
