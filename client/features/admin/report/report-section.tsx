import { useRef } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { api } from '#client/lib/api.ts'
import { errorReason } from '#client/lib/api-error.ts'
import type { ReportSearch } from '#client/lib/report-search.ts'
import { newYorkDay } from '#shared/calendar-days.ts'
import message from '../list-message.module.css'
import { NoAccess } from '../no-access.tsx'
import { readingRules } from '../reading-rules.ts'
import { useNow } from '../use-now.ts'
import { dayWords } from '../work-words.ts'
import { PeriodPicker } from './period-picker.tsx'
import { periodOf } from './periods.ts'
import styles from './report-section.module.css'
import { ReportSheet } from './report-sheet.tsx'
import { ReportSkeleton } from './report-skeleton.tsx'

type ReportSectionProps = {
  /** Of whoever is signed in. */
  email: string
  search: ReportSearch
}

/** The reports under their heading: while they load, when they fail, when there is nothing, and when they are there. */
export function ReportSection({ email, search }: ReportSectionProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const period = periodOf(search, newYorkDay(useNow()))
  const query = api.reports.overview.useQuery(period, readingRules)
  const { data, error } = query

  function retry(): void {
    // The button that was pressed goes away, and the focus would be lost with it.
    heading.current?.focus()
    void query.refetch()
  }

  function content() {
    if (errorReason(error) === 'insufficient_role') return <NoAccess email={email} onRetry={retry} />
    if (data) return data.total.requests > 0 ? <ReportSheet overview={data} /> : <Empty />
    return error && !query.isFetching ? <Failure onRetry={retry} /> : <ReportSkeleton />
  }

  return (
    <section className={styles.section} aria-labelledby="reports-heading">
      <div className={styles.top}>
        <div>
          <h2 id="reports-heading" ref={heading} tabIndex={-1} className={styles.heading}>
            Reports
          </h2>
          <p className={styles.period}>
            {dayWords(period.from)} to {dayWords(period.to)} (New York)
          </p>
        </div>
        <PeriodPicker search={search} period={period} />
      </div>
      {content()}
    </section>
  )
}

function Empty() {
  return (
    <div className={message.message} role="status">
      <h3>No requests in this period</h3>
      <p>
        Nothing came in on these days, apart from what may have been set aside as spam. A longer period may have some.
      </p>
    </div>
  )
}

function Failure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={message.message} role="alert">
      <h3>The report could not be loaded</h3>
      <p>The requests are safe with us; only this page could not get its numbers. Trying again often helps.</p>
      <button type="button" className={buttonClass()} onClick={onRetry}>
        Retry
      </button>
    </div>
  )
}
