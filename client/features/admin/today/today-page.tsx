import { type RefObject, useCallback, useEffect, useId, useLayoutEffect } from 'react'
import { prepareToasts } from '#client/components/toasts.tsx'
import { api } from '#client/lib/api.ts'
import { errorReason } from '#client/lib/api-error.ts'
import { minuteMs } from '#shared/durations.ts'
import { todaySections } from '#shared/estimates/today.ts'
import { formatLongDay } from '#shared/formatting.ts'
import { LoadError } from '../layout/load-error.tsx'
import { NoAccess } from '../layout/no-access.tsx'
import section from '../layout/page-section.module.css'
import { queryOptions } from '../layout/query-options.ts'
import { Skeleton } from '../layout/skeleton.tsx'
import { useStaff } from '../layout/staff-context.ts'
import bar from '../layout/sticky-bar.module.css'
import { useRetry } from '../layout/use-retry.ts'
import { DayClear } from './day-clear.tsx'
import { DayNotices } from './day-notices.tsx'
import { DaySection } from './day-section.tsx'
import { SectionLinks } from './section-links.tsx'
import styles from './today-page.module.css'
import { usePinnedRows } from './use-pinned-rows.ts'
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

/**
 * Gives the focus back when an update has removed or moved the focused element of a row: to the element, to the same
 * row in its new place, or else to the page's heading.
 */
function useFocusRestore(heading: RefObject<HTMLElement | null>): void {
  // It is read while rendering, before the update takes the element away.
  const focused = typeof document === 'undefined' ? null : document.activeElement
  const id = focused?.closest<HTMLElement>('[data-estimate]')?.dataset.estimate

  useLayoutEffect(() => {
    if (id === undefined || !(focused instanceof HTMLElement) || document.activeElement === focused) return
    // The user has moved the focus.
    if (document.activeElement !== document.body) return
    const row = document.querySelector<HTMLElement>(`[data-estimate="${id}"] [data-row-focus]`)
    const target = focused.isConnected ? focused : (row ?? heading.current)
    target?.focus({ preventScroll: true })
  })
}

/** Reads the page again when it opens, after each change, and every minute, since time alone moves estimates. */
function useToday() {
  const query = api.admin.today.useQuery(undefined, { ...queryOptions, staleTime: 0, refetchInterval: minuteMs })
  const { isSuccess, refetch } = query

  useEffect(() => {
    if (isSuccess) prepareToasts()
  }, [isSuccess])

  return {
    ...query,
    /** The account lost its role, so loaded estimates must no longer show. */
    refused: errorReason(query.error) === 'insufficient_role',
    reload: useCallback(() => void refetch(), [refetch]),
  }
}
