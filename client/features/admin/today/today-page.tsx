import { Button, Stack, Text } from '@mantine/core'
import { type MouseEvent, type RefObject, useEffect, useId, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import rowOfHouses from '#client/components/row-of-houses.svg'
import { prepareToasts } from '#client/components/toasts.tsx'
import { api, type Today } from '#client/lib/api.ts'
import { errorReason } from '#client/lib/api-error.ts'
import { minuteMs } from '#shared/durations.ts'
import { todaySections } from '#shared/estimates/today.ts'
import { formatLongDay } from '#shared/formatting.ts'
import section from '../layout/page-section.module.css'
import { LoadError, NoAccess, Skeleton, useRetry } from '../layout/page-states.tsx'
import { queryOptions } from '../layout/query-options.ts'
import { useStaff } from '../layout/staff-context.ts'
import bar from '../layout/sticky-bar.module.css'
import { areKeysEnabled, useKeys } from '../ui/keys.ts'
import scroll from '../ui/scroll-row.module.css'
import { DayNotices } from './day-notices.tsx'
import { DaySections } from './day-section.tsx'
import { FirstDay, useFirstDay } from './first-day.tsx'
import { usePinnedRows } from './pinned-rows.ts'
import styles from './today.module.css'
import { sectionCount, sectionTexts, visitsId } from './today-labels.ts'
import { useTodayWork } from './use-today-work.ts'
import { VisitSection } from './visit-section.tsx'

/** The work of the moment, with a button for each next step. */
export function TodayPage() {
  const { email } = useStaff()
  const headingId = useId()
  // Read again when the page opens, after each change, and every minute, since time alone moves estimates.
  const query = api.admin.today.useQuery(undefined, { ...queryOptions, staleTime: 0, refetchInterval: minuteMs })
  const { isLoading: isFirstDayLoading } = useFirstDay()
  const { isError, isSuccess, refetch } = query
  const today = isFirstDayLoading ? undefined : query.data
  // The account lost its role, so loaded estimates must no longer show.
  const refused = errorReason(query.error) === 'insufficient_role'
  const { heading, retry } = useRetry(refetch)
  const work = useTodayWork()
  const rows = usePinnedRows()
  const [isHurried, setHurried] = useState(false)
  useFocusRestore(heading)
  useRowKeys()
  useEffect(() => {
    if (isSuccess) prepareToasts()
  }, [isSuccess])
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
        <FirstDay heading={heading} isFolded={today.sections.overdue.total > 0} />
        <DayNotices today={today} work={work} />
        <VisitSection today={today} work={work} />
        {isClear && <DayClear />}
        <DaySections
          names={isClear ? ['mine'] : todaySections}
          isHurried={isHurried}
          today={today}
          rows={rows}
          work={work}
        />
      </>
    )
  }

  return (
    <section aria-labelledby={headingId}>
      <div className={bar.bar}>
        <div className={`${bar.row} ${styles.bar}`}>
          <h2 id={headingId} ref={heading} tabIndex={-1} className={section.heading}>
            Today
          </h2>
          {today && !refused && (
            <>
              <p className={`${section.aside} ${styles.day}`}>{formatLongDay(new Date(today.at))}</p>
              {!isClear && <SectionLinks today={today} onFollow={() => flushSync(() => setHurried(true))} />}
            </>
          )}
        </div>
      </div>
      <Stack gap="xl" className={`${section.content} ${styles.content}`}>
        {content()}
      </Stack>
    </section>
  )
}

type SectionLinksProps = {
  today: Today
  /** Called before a link leads to its section, which may not be rendered yet. */
  onFollow: () => void
}

/** Leads to the sections, since a busy day is longer than the window. */
function SectionLinks({ today: { sections, visits }, onFollow }: SectionLinksProps) {
  const linked = todaySections
    .filter((name) => name !== 'older')
    .map((name) => {
      const total = sections[name].total + (name === 'overdue' ? sections.older.total : 0)
      return { name, label: sectionTexts[name].short, total }
    })
  const visited = visits.length > 0 ? [{ name: visitsId, label: 'Visits', total: visits.length }] : []
  return (
    <nav className={`${styles.links} ${scroll.row}`} aria-label="Today’s sections">
      {[...visited, ...linked].map(({ name, label, total }) => (
        <Button
          key={name}
          component="a"
          href={`#${name}`}
          variant="default"
          radius="xl"
          c={total === 0 ? 'dimmed' : 'inherit'}
          onClick={(event) => {
            onFollow()
            showSection(event)
          }}
        >
          {label}{' '}
          <Text span fw={700} c={total > 0 && name === 'overdue' ? 'error' : 'inherit'}>
            {sectionCount(total)}
          </Text>
        </Button>
      ))}
    </nav>
  )
}

/** Scrolls without changing the address, so that Back leaves the page. */
function showSection(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault()
  const heading = document.getElementById(event.currentTarget.hash.slice(1))
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}

function DayClear() {
  return (
    <div className={styles.clear}>
      <h3>All caught up</h3>
      <p>No one is waiting for a call. New requests appear here by themselves.</p>
      <img src={rowOfHouses} width="1200" height="220" alt="" />
    </div>
  )
}

/** J and K go to the next and to the previous row, as on the page of a request; C opens the log of the focused row. */
function useRowKeys(): void {
  const [enabled] = useState(areKeysEnabled)
  const focused = () => document.activeElement?.closest('[data-estimate]')

  function go(step: 1 | -1): void {
    const all = [...document.querySelectorAll('[data-estimate]')]
    const rows = all.filter((row) => !row.closest('[hidden], details:not([open])'))
    const here = rows.findIndex((row) => row.contains(document.activeElement))
    rows[Math.max(0, here + step)]?.querySelector<HTMLElement>('[data-row-focus]')?.focus()
  }

  useKeys(
    {
      j: () => go(1),
      k: () => go(-1),
      c: () => focused()?.querySelector<HTMLElement>('[data-log]')?.click(),
    },
    enabled,
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
    // A folded section takes no focus.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  })
}
