import { useIsFetching } from '@tanstack/react-query'
import { useMatch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api } from '#client/lib/api.ts'
import { minuteMs } from '#shared/durations.ts'
import { formatWholeNumber } from '#shared/formatting.ts'
import { useListOrigin } from './list-history.ts'
import styles from './navigation.module.css'
import { queryOptions } from './query-options.ts'

const exactPath = { exact: true, includeSearch: false } as const

/** The links to the sections. The one to the list keeps its filters. */
export function useSectionLinks() {
  const list = useMatch({ from: '/admin/', shouldThrow: false })
  const detail = useMatch({ from: '/admin/estimates/$id', shouldThrow: false })
  const { listSearch } = useListOrigin()
  return [
    { to: '/admin/today', label: 'Today', state: { listSearch: list?.search ?? listSearch }, activeOptions: exactPath },
    {
      to: '/admin',
      label: 'Requests',
      search: listSearch,
      activeOptions: exactPath,
      // The router sets "page" on the list itself; an estimate is only within the section.
      'aria-current': detail ? true : undefined,
    },
    {
      to: '/admin/reports',
      label: 'Reports',
      state: { listSearch: list?.search ?? listSearch },
      activeOptions: exactPath,
    },
  ] as const
}

/** Shows the number of waiting requests, with a space before it for those who hear or copy the link. */
export function TodayCount() {
  const count = useTodayCount()
  if (!count) return null
  return (
    <>
      {' '}
      <span className={styles.count}>{formatWholeNumber(count)}</span>
      <span className="unseen"> waiting</span>
    </>
  )
}

const waiting = ['overdue', 'older', 'due', 'proposals', 'followUps'] as const

/**
 * Counts what waits on the Today page: what is overdue, due in the next hours, to be sent, or to be followed up.
 *
 * @returns undefined while unknown
 */
function useTodayCount(): number | undefined {
  const isToday = useMatch({ from: '/admin/today', shouldThrow: false }) !== undefined
  const isFetching = useIsFetching() > 0
  // Loads after the page's own queries, which would otherwise share its batch and wait for it.
  const [started, setStarted] = useState(false)
  useEffect(() => {
    if (isFetching) return
    const timer = setTimeout(() => setStarted(true))
    return () => clearTimeout(timer)
  }, [isFetching])
  const { data: counts } = api.admin.todayCounts.useQuery(undefined, {
    ...queryOptions,
    // Once started, it stays so: enabling a failed query again would repeat it without end.
    enabled: started && !isToday,
    // Estimates become overdue without a change.
    refetchInterval: minuteMs,
  })
  // The Today page fetches this data.
  const { data: today } = api.admin.today.useQuery(undefined, { enabled: false })
  if (isToday && today) return waiting.reduce((sum, name) => sum + today.sections[name].total, 0)
  return counts && waiting.reduce((sum, name) => sum + counts[name], 0)
}
