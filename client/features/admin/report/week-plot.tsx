import { useId } from 'react'
import { formatWholeNumber } from '#shared/formatting.ts'
import type { ReportWeek } from '#shared/report.ts'
import { dayLabel } from '../ui/work-labels.ts'
import plot from './plot.module.css'
import { PlotRow, PlotTable } from './plot-table.tsx'
import { estimateCountLabel, scaleEnd } from './report-labels.ts'
import styles from './week-plot.module.css'

/** In units of the stretched SVG. */
const height = 100
const gap = 0.2

export function WeekPlot({ weeks }: { weeks: readonly ReportWeek[] }) {
  const headingId = useId()
  const top = scaleEnd(Math.max(...weeks.map(({ requests }) => requests)))
  const [first, last] = [weeks[0], weeks.at(-1)]
  return (
    <figure className={plot.plot} aria-labelledby={headingId}>
      <h3 id={headingId} className={plot.heading}>
        Requests per week
      </h3>
      <ul className={styles.legend}>
        <li className={styles.inTime}>Contacted within 24 h</li>
        <li className={styles.late}>Not within 24 h</li>
        <li className={styles.waiting}>Still within 24 h</li>
      </ul>
      {/* Screen readers get the table below. */}
      <div className={styles.chart} aria-hidden="true">
        <div className={styles.scale}>
          <span>{formatWholeNumber(top)}</span>
          <span>{formatWholeNumber(top / 2)}</span>
          <span>0</span>
        </div>
        <svg
          className={styles.drawing}
          viewBox={`0 0 ${weeks.length} ${height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {[0, height / 2, height].map((y) => (
            <line key={y} className={styles.line} x1="0" x2={weeks.length} y1={y} y2={y} />
          ))}
          {weeks.map((week, index) => (
            <Bar key={week.from} week={week} x={index} unit={height / top} />
          ))}
        </svg>
        <div className={styles.days}>
          <span>{first && dayLabel(first.from)}</span>
          <span>{last && last !== first && dayLabel(last.to)}</span>
        </div>
      </div>
      <details className={styles.behind}>
        <summary>Show table</summary>
        <PlotTable column="Week" labelledBy={headingId}>
          {weeks.map((week) => (
            <PlotRow key={week.from} counts={week}>
              {dayLabel(week.from)}
              {week.to !== week.from && ` to ${dayLabel(week.to)}`}
            </PlotRow>
          ))}
        </PlotTable>
      </details>
    </figure>
  )
}

/** @param unit height of one estimate */
function Bar({ week, x, unit }: { week: ReportWeek; x: number; unit: number }) {
  const { requests, judged, inTime } = week
  const part = (from: number, to: number, className: string | undefined) =>
    to > from && (
      <rect className={className} x={x + gap / 2} width={1 - gap} y={height - to * unit} height={(to - from) * unit} />
    )
  return (
    <g>
      <title>{`${dayLabel(week.from)} to ${dayLabel(week.to)}: ${estimateCountLabel(requests)}`}</title>
      {part(0, inTime, styles.inTime)}
      {part(inTime, judged, styles.late)}
      {part(judged, requests, styles.waiting)}
    </g>
  )
}
