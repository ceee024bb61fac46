import { useId } from 'react'
import { todaySections } from '#shared/estimates/today.ts'
import { formatLongDay } from '#shared/formatting.ts'
import { LoadError } from '../layout/load-error.tsx'
import { NoAccess } from '../layout/no-access.tsx'
import section from '../layout/page-section.module.css'
import { Skeleton } from '../layout/skeleton.tsx'
import { useStaff } from '../layout/staff-context.ts'
import bar from '../layout/sticky-bar.module.css'
import { useRetry } from '../layout/use-retry.ts'
import { DayClear } from './day-clear.tsx'
import { DayNotices } from './day-notices.tsx'
import { DaySection } from './day-section.tsx'
import { SectionLinks } from './section-links.tsx'
import styles from './today-page.module.css'
import { useFocusRestore } from './use-focus-restore.ts'
import { usePinnedRows } from './use-pinned-rows.ts'
import { useToday } from './use-today.ts'
import { useTodayWork } from './use-today-work.ts'

/** The work of the moment, with a button for each next step. */
export function TodayPage() {
  const { email } = useStaff()
  const headingId = useId()
  const { data: today, refused, isError, reload } = useToday()
  const { heading, retry } = useRetry(reload)
  const work = useTodayWork()
  const rows = usePinnedRows()
  useFocusRestore(heading)
  const isClear =
    today !== undefined &&
    todaySections.every((name) => name === 'mine' || (today.sections[name].total === 0 && !rows.isPinnedIn(name)))

  function content() {
    if (refused) return <NoAccess email={email} onRetry={retry} />
    if (!today && isError)
      return (
        <LoadError
          title="We couldn’t load today’s work"
          role="alert"
          text="It is safe. Only this page couldn’t get it."
          onRetry={retry}
        />
      )
    if (!today) return <Skeleton label="Loading today’s work…" cards={3} />
    return (
      <>
        <DayNotices today={today} work={work} />
        {isClear && <DayClear />}
        {todaySections.map((name) =>
          isClear && name !== 'mine' ? null : (
            <DaySection key={name} name={name} today={today} rows={rows} work={work} />
          ),
        )}
      </>
    )
  }

  return (
    <section aria-labelledby={headingId}>
      <div className={bar.bar}>
        <div className={`${bar.row} ${styles.barRow}`}>
          <h2 id={headingId} ref={heading} tabIndex={-1} className={section.heading}>
            Today
          </h2>
          {today && !refused && (
            <>
              <p className={`${section.aside} ${styles.day}`}>{formatLongDay(new Date(today.at))}</p>
              {!isClear && <SectionLinks today={today} />}
            </>
          )}
        </div>
      </div>
      <div className={`${section.content} ${styles.content}`}>{content()}</div>
    </section>
  )
}
