import { useQueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useEffect } from 'react'
import { api, type Today } from '#client/lib/api.ts'
import { errorReason } from '#client/lib/api-error.ts'
import { useAuth } from '#client/lib/auth/use-auth.ts'
import { forgetOfflineToday, saveOfflineToday } from '#client/lib/offline-today.ts'
import { forgetRecentRequests } from '#client/lib/recent-requests.ts'
import { toOfflineToday } from './offline-today-data.ts'
import { dropPage, isOfflineEnabled, saveOfflinePage } from './offline-today-worker.ts'

const [todayPath] = getQueryKey(api.admin.today)
const todayName = todayPath.join('.')

/** In milliseconds after the data, so that the page itself comes first. */
const pause = 2_000

/** Keeps each answer of the Today page on this device, and the page around it. Renders nothing. */
export function OfflineTodaySaver() {
  const auth = useAuth()
  const userId = auth.status === 'signed-in' ? auth.user.id : undefined
  const queryClient = useQueryClient()

  useEffect(() => {
    if (!isOfflineEnabled) {
      forgetOfflineToday()
      void dropPage()
      return
    }
    if (userId === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
      const [path] = event.query.queryKey
      if (event.type !== 'updated' || !Array.isArray(path) || path.join('.') !== todayName) return
      if (event.action.type === 'success') {
        saveOfflineToday(userId, toOfflineToday(event.query.state.data as Today))
        timer ??= setTimeout(() => void saveOfflinePage(), pause)
      }
      if (event.action.type === 'error' && errorReason(event.action.error) === 'insufficient_role') {
        forgetOfflineToday()
        forgetRecentRequests()
      }
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [userId, queryClient])

  return null
}
