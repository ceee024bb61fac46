// Shows notifications (server/push/), and the staff's pages when the network fails. With a network it changes nothing: every request goes there
// first, and no call of the API is touched.
// So an old worker never keeps a new build from anyone. client/features/admin/offline/offline-today-saver.tsx fills the cache.
const cacheName = 'staff-page'
const page = '/admin/today'
/** In milliseconds; a connection that is up but dead would leave the window empty. */
const patience = 8_000

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(navigate(request, pathname))
  else if (pathname.startsWith('/assets/')) event.respondWith(fetch(request).catch(() => stored(request.url)))
})

async function navigate(request, pathname) {
  const response = fetch(request)
  const fallback = async () => {
    const saved = await stored(page)
    if (saved.type === 'error') return response
    // The saved page belongs at this address only.
    return pathname === page ? saved : Response.redirect(page, 302)
  }
  const late = new Promise((resolve) => setTimeout(resolve, patience)).then(fallback)
  return Promise.race([response.catch(fallback), late])
}

async function stored(url) {
  const cache = await caches.open(cacheName)
  // The page varies by cookie, which a worker does not see.
  return (await cache.match(url, { ignoreVary: true })) ?? Response.error()
}

self.addEventListener('push', (event) => {
  const { title, body, tag, path, callPath } = event.data.json()
  const actions = callPath ? [{ action: 'call', title: 'Call' }] : []
  const shown = { body, tag, icon: '/icon-192.png', data: { path, callPath }, actions }
  event.waitUntil(self.registration.showNotification(title, shown))
})
self.addEventListener('notificationclick', (event) => {
  const { path, callPath } = event.notification.data
  event.notification.close()
  event.waitUntil(open(event.action === 'call' ? callPath : path))
})

/** Leaves the pages of other requests alone, since something may be half written there. */
async function open(path) {
  const { href } = new URL(path, self.location.origin)
  const windows = await self.clients.matchAll({ type: 'window' })
  const shown = windows.find(({ url }) => url === href)
  await (shown ? shown.focus() : self.clients.openWindow(href))
}
