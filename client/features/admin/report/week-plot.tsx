import { useId } from 'react'
import { formatWholeNumber } from '#shared/formatting.ts'
import type { ReportOverview, ReportWeek } from '#shared/report.ts'
import { dayLabel, estimateCountLabel } from '../ui/work-labels.ts'
import plot from './plot.module.css'
import { PlotRow, PlotTable } from './plot-table.tsx'
import { scaleEnd } from './report-labels.ts'
import styles from './week-plot.module.css'

/** In units of the stretched SVG. */
const height = 100
const gap = 0.2

const weeksOfYear = 53
const phoneLabels = 5
const deskLabels = 13

export function WeekPlot({ weeks, total }: Pick<ReportOverview, 'weeks' | 'total'>) {
  const headingId = useId()
  const top = scaleEnd(Math.max(...weeks.map(({ requests }) => requests)))
  return (
    <figure className={plot.plot} aria-labelledby={headingId}>
      <h3 id={headingId} className={plot.heading}>
        Requests per week
      </h3>
      <ul className={styles.legend}>
        <Legend label="Contacted within 24 h" count={total.inTime} className={styles.inTime} />
        <Legend label="Missed 24 h" count={total.judged - total.inTime} className={styles.late} />
        <Legend label="Pending" count={total.requests - total.judged} className={styles.waiting} />
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
        {/* Text in the drawing above would be stretched with it. */}
        <svg className={styles.weeks} aria-hidden="true">
          {weeks.map(({ from }, index) => (
            <text
              key={from}
              className={labelClass(index, weeks.length)}
              x={`${(100 * (index + 0.5)) / weeks.length}%`}
              y="1em"
            >
              {weekLabel(from, weeks.length)}
            </text>
          ))}
        </svg>
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

function Legend({ label, count, className }: { label: string; count: number; className: string | undefined }) {
  return (
    <li className={className}>
      {label}: {formatWholeNumber(count)}
    </li>
  )
}

/** `Jan 5`, or `Jan 2026` when there are more weeks than days can be told apart by. */
function weekLabel(from: string, weeks: number): string {
  const [month, year] = [dayLabel(from).replace(/,.*/, ''), from.slice(0, 4)]
  return weeks > weeksOfYear ? month.replace(/ .*/, ` ${year}`) : month
}

/** As many labels as fit: on phones fewer. */
function labelClass(index: number, weeks: number): string | undefined {
  const step = Math.ceil(weeks / deskLabels)
  const phoneStep = step * Math.ceil(weeks / step / phoneLabels)
  if (index % phoneStep === 0) return styles.week
  return index % step === 0 ? `${styles.week} ${styles.wide}` : styles.hidden
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
