import { useIsFetching } from '@tanstack/react-query'
import { useMatch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api } from '#client/lib/api.ts'
import { minuteMs } from '#shared/durations.ts'
import { queryOptions } from './query-options.ts'

const waiting = ['overdue', 'older', 'due', 'proposals', 'followUps'] as const

/**
 * Counts what waits on the Today page: what is overdue, due in the next hours, to be sent, or to be followed up.
 *
 * @returns undefined while unknown
 */
export function useTodayCount(): number | undefined {
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
