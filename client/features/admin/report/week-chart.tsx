import type { ReactNode } from 'react'
import type { ReportWeek } from '#shared/report.ts'
import { dayLabel } from '../ui/work-labels.ts'
import styles from './week-chart.module.css'

/** The height of the stretched SVG; a week is 1 wide. */
export const chartHeight = 100

const weeksOfYear = 53
const phoneLabels = 5
const deskLabels = 13

type WeekChartProps = {
  weeks: readonly ReportWeek[]
  /** The labels at the top, the middle and the foot. */
  scale: readonly [top: string, middle: string, foot: string]
  /** The SVG is drawn in units of {@link chartHeight} and weeks. */
  children: ReactNode
}

/** A drawing over weeks. Screen readers get the table below it instead. */
export function WeekChart({ weeks, scale, children }: WeekChartProps) {
  // Fewer labels fit on phones.
  const step = Math.ceil(weeks.length / deskLabels)
  const phoneStep = step * Math.ceil(weeks.length / step / phoneLabels)
  return (
    <div className={styles.chart} aria-hidden="true">
      <div className={styles.scale}>
        {scale.map((label) => (
          <span key={label}>{label}</span>
        ))}
      </div>
      <svg
        className={styles.drawing}
        viewBox={`0 0 ${weeks.length} ${chartHeight}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {[0, chartHeight / 2, chartHeight].map((y) => (
          <line key={y} className={styles.line} x1="0" x2={weeks.length} y1={y} y2={y} />
        ))}
        {children}
      </svg>
      {/* Text in the drawing above would be stretched with it. */}
      <svg className={styles.weeks} aria-hidden="true">
        {weeks.map(({ from }, index) =>
          index % step === 0 ? (
            <text
              key={from}
              className={index % phoneStep === 0 ? undefined : styles.wide}
              x={`${(100 * (index + 0.5)) / weeks.length}%`}
              y="1em"
            >
              {weekLabel(from, weeks.length)}
            </text>
          ) : null,
        )}
      </svg>
    </div>
  )
}

/** For instance `Jan 5, 2026 to Jan 11, 2026`. */
export function weekDays({ from, to }: ReportWeek): string {
  return to === from ? dayLabel(from) : `${dayLabel(from)} to ${dayLabel(to)}`
}

/** `Jan 5`, or `Jan 2026` when there are more weeks than days can be told apart by. */
function weekLabel(from: string, weeks: number): string {
  const [month, year] = [dayLabel(from).replace(/,.*/, ''), from.slice(0, 4)]
  return weeks > weeksOfYear ? month.replace(/ .*/, ` ${year}`) : month
}
