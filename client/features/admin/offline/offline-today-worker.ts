import { logError } from '#client/lib/log-error.ts'

/**
 * Switches the reading without a connection off when it is false: each page of the staff then removes the worker, its cache
 * and what was kept.
 */
export const isOfflineEnabled: boolean = true

const worker = { url: '/staff-worker.js', scope: '/admin' }
const cacheName = 'staff-page'
const page = '/admin/today'

/**
 * Has the browser keep the page and what it has loaded, so that the worker can show it without a connection. Nothing of it
 * is a customer's. Does nothing without https, where browsers have no workers.
 */
export async function saveOfflinePage(): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return
  try {
    await navigator.serviceWorker.register(worker.url, { scope: worker.scope, updateViaCache: 'none' })
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

export async function dropPage(): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return
  const registration = await navigator.serviceWorker.getRegistration(worker.scope)
  await registration?.unregister()
  await caches.delete(cacheName)
}

function loadedAssets(): string[] {
  const assets = new URL('/assets/', location.origin).href
  const names = performance.getEntriesByType('resource').map(({ name }) => name)
  return [...new Set(names.filter((name) => name.startsWith(assets)))]
}
