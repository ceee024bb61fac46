import { Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import { responseHours } from '#shared/estimates/response-clock.ts'
import { formatWholeNumber } from '#shared/formatting.ts'
import type { ReportOverview } from '#shared/report.ts'
import { ListNumber } from './plot-table.tsx'
import styles from './report.module.css'
import { countChange, durationChange, durationLabel, pointsChange, shareLabel } from './report-labels.ts'

type NumberTilesProps = {
  overview: ReportOverview
  /** It finds the requests of the period. */
  search: ListSearch
}

export function NumberTiles({ overview, search }: NumberTilesProps) {
  const { total, byPhone, contacted, medianMs, percentile90Ms, won, lost, before } = overview
  const answered: ListSearch = { ...search, answered: 'yes' }
  const ofContacted = (
    <>
      of <ListNumber search={answered}>{formatWholeNumber(contacted)}</ListNumber> contacted
    </>
  )
  return (
    <dl className={styles.tiles}>
      <Tile
        label="Requests"
        value={<ListNumber search={search}>{formatWholeNumber(total.requests)}</ListNumber>}
        note={`${formatWholeNumber(total.requests - byPhone)} web, ${formatWholeNumber(byPhone)} phone`}
        before={formatWholeNumber(before.total.requests)}
        change={countChange(total.requests, before.total.requests)}
      />
      <Tile
        label={`Contacted within ${responseHours} h`}
        value={
          <ListNumber search={{ ...search, answered: 'in-time' }}>{shareLabel(total.inTime, total.judged)}</ListNumber>
        }
        note={`${formatWholeNumber(total.inTime)} of ${formatWholeNumber(total.judged)}`}
        before={shareLabel(before.total.inTime, before.total.judged)}
        change={pointsChange([total.inTime, total.judged], [before.total.inTime, before.total.judged])}
      />
      <Tile
        label="Median to first contact"
        value={durationLabel(medianMs)}
        note={ofContacted}
        before={durationLabel(before.medianMs)}
        change={durationChange(medianMs, before.medianMs)}
      />
      <Tile
        label="90th percentile"
        value={durationLabel(percentile90Ms)}
        note={ofContacted}
        before={durationLabel(before.percentile90Ms)}
        change={durationChange(percentile90Ms, before.percentile90Ms)}
      />
      <Tile
        label="Win rate"
        value={shareLabel(won, won + lost)}
        note={
          <>
            <ListNumber search={{ ...search, outcome: 'won' }}>{formatWholeNumber(won)}</ListNumber> won,{' '}
            <ListNumber search={{ ...search, outcome: 'lost' }}>{formatWholeNumber(lost)}</ListNumber> lost
          </>
        }
        before={shareLabel(before.won, before.won + before.lost)}
        change={pointsChange([won, won + lost], [before.won, before.won + before.lost])}
      />
    </dl>
  )
}

type TileProps = {
  label: string
  value: ReactNode
  note: ReactNode
  before: string
  /** Undefined where there is nothing to compare. */
  change: string | undefined
}

function Tile({ label, value, note, before, change }: TileProps) {
  const small = { size: 'sm', c: 'dimmed', lh: 1.4, textWrap: 'balance' as const }
  return (
    <Paper className={styles.tile}>
      <Text component="dt" {...small}>
        {label}
      </Text>
      <dd className={styles.figure}>{value}</dd>
      {/* A note without a link is as high as one with a link. */}
      <Text component="dd" mih="1.5rem" {...small}>
        {note}
      </Text>
      <Text component="dd" className={styles.before} {...small}>
        {change ? `Before: ${before}, ${change}` : `Before: ${before}`}
      </Text>
    </Paper>
  )
}
