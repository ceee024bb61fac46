import { formatWholeNumber } from '#shared/formatting.ts'
import type { ReportOverview } from '#shared/report.ts'
import styles from './number-tiles.module.css'
import { durationLabel, shareLabel } from './report-labels.ts'

export function NumberTiles({ overview }: { overview: ReportOverview }) {
  const { total, contacted, medianMs, percentile90Ms, outcomes } = overview
  const answered = `of ${formatWholeNumber(contacted)} contacted`
  const known = `${formatWholeNumber(total.inTime)} of ${formatWholeNumber(total.judged)}`
  const countOf = (outcome: string) => outcomes.find(({ value }) => value === outcome)?.requests ?? 0
  const won = countOf('won')
  const decided = won + countOf('lost')
  return (
    <dl className={styles.tiles}>
      <Tile label="Requests" value={formatWholeNumber(total.requests)} note="spam excluded" />
      <Tile label="Contacted within 24 h" value={shareLabel(total.inTime, total.judged)} note={known} />
      <Tile label="Median to first contact" value={durationLabel(medianMs)} note={answered} />
      <Tile label="90th percentile" value={durationLabel(percentile90Ms)} note={answered} />
      <Tile
        label="Win rate"
        value={shareLabel(won, decided)}
        note={`${formatWholeNumber(won)} won, ${formatWholeNumber(decided - won)} lost`}
      />
    </dl>
  )
}

function Tile({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <div className={styles.tile}>
      <dt>{label}</dt>
      <dd className={styles.value}>{value}</dd>
      <dd className={styles.note}>{note}</dd>
    </div>
  )
}
