import { formatWholeNumber } from '#shared/formatting.ts'
import type { ReportCounts } from '#shared/report.ts'
import plot from './plot.module.css'
import { shareWords } from './report-words.ts'

/** How many of these were contacted in time, as a share and of how many. */
export function Share({ counts }: { counts: ReportCounts }) {
  const { judged } = counts
  return (
    <>
      {shareWords(counts)}
      {judged > 0 && <span className={plot.known}> of {formatWholeNumber(judged)}</span>}
    </>
  )
}
