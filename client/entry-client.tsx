import './theme/global.css'
import { createBrowserHistory } from '@tanstack/react-router'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { auth } from './lib/auth/auth-client.ts'
import { getFirstTouch } from './lib/first-touch.ts'
import { keepControls } from './lib/former-controls.ts'
import { announceHydrated } from './lib/hydrated.ts'
import { watchMissingParts } from './lib/load-anew.ts'
import { readSessionHint } from './lib/page-hints.ts'
import { createAppRouter } from './router.tsx'

// Otherwise Zod tries `new Function`, which the content security policy reports. No chunk with a schema runs earlier.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

openPublicAddress()
getFirstTouch()

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no element with the id "root".')

// Lets the page react to input between evaluation and rendering.
await new Promise((resolve) => setTimeout(resolve))

let isFirstPage = true

/** The first page was visible before its scripts, so it keeps its scroll position. */
function scrollRestoration(): boolean {
  const stays = isFirstPage && window.scrollY > 0
  isFirstPage = false
  // The router restores only positions that it has seen a scroll event for.
  if (stays) document.dispatchEvent(new Event('scroll'))
  return !stays
}

// The router reads several slashes at the start as one, and would find a page where the server has none.
if (location.pathname.startsWith('//')) {
  history.replaceState(history.state, '', location.pathname.replace('//', '/%2F') + location.search)
  document.documentElement.dataset.missing = location.pathname
}

watchMissingParts()
const router = createAppRouter({ history: createBrowserHistory(), scrollRestoration })

const app = <App router={router} session={readSessionHint()} onMounted={announceHydrated} />

if (container.hasChildNodes()) {
  // Hydration needs the page's chunk. Without `ssr`, the router adds a Suspense boundary that the markup does not have.
  await router.load()
  router.ssr = { manifest: undefined }
  keepControls(container)
  // In a transition React can yield to input.
  startTransition(() => void hydrateRoot(container, app))
} else {
  createRoot(container).render(app)
}
auth.start()

/**
 * No one can sign in or send a form by plain http where the public address has https, or at its name with another `www.`.
 * The server cannot always redirect: a proxy that it does not know may tell it neither the scheme nor the host.
 */
function openPublicAddress(): void {
  const image = document.querySelector<HTMLMetaElement>('meta[property="og:image"]')?.content
  if (!image) return
  const { protocol, host, origin } = new URL(image)
  const isPlain = location.protocol === 'http:' && protocol === 'https:'
  const isAlias = location.host === `www.${host}` || host === `www.${location.host}`
  if (isPlain || isAlias) location.replace(origin + location.href.slice(location.origin.length))
}
