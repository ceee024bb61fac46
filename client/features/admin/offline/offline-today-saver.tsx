import { useQueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useEffect } from 'react'
import { api, type Today } from '#client/lib/api.ts'
import { errorReason } from '#client/lib/api-error.ts'
import { useAuth } from '#client/lib/auth/use-auth.ts'
import { logError } from '#client/lib/log-error.ts'
import { forgetOfflineToday, saveOfflineToday } from '#client/lib/offline-today.ts'
import { forgetRecentRequests } from '#client/lib/recent-requests.ts'
import { findStaffWorker, registerStaffWorker } from '#client/lib/staff-worker.ts'
import { toOfflineToday } from './offline-today-data.ts'

/**
 * Switches the reading without a connection off when it is false: each page of the staff then removes the worker, its cache
 * and what was saved.
 */
const isOfflineEnabled: boolean = true

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

const cacheName = 'staff-page'
const page = '/admin/today'

/**
 * Has the browser keep the page and what it has loaded, so that the worker can show it without a connection. Nothing of it
 * is a customer's. Does nothing without https, where browsers have no workers.
 */
async function saveOfflinePage(): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return
  try {
    await registerStaffWorker()
    const wanted = [new URL(page, location.origin).href, ...loadedAssets()]
    const cache = await caches.open(cacheName)
    const known = new Set((await cache.keys()).map(({ url }) => url))
    // Assets have hashes in their names; the page must be the one that names them.
    await cache.addAll(wanted.filter((url, index) => index === 0 || !known.has(url)))
    for (const url of known) if (!wanted.includes(url)) await cache.delete(url)
  } catch (error) {
    // Storage may be full or blocked. The page works without.
    logError('The page could not be kept for reading without a connection.', error)
  }
}

async function dropPage(): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return
  await (await findStaffWorker())?.unregister()
  await caches.delete(cacheName)
}

function loadedAssets(): string[] {
  const assets = new URL('/assets/', location.origin).href
  const names = performance.getEntriesByType('resource').map(({ name }) => name)
  return [...new Set(names.filter((name) => name.startsWith(assets)))]
}
