import './theme/global.css'
import { createBrowserHistory } from '@tanstack/react-router'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { auth } from './lib/auth/auth-client.ts'
import { readSessionHint } from './lib/auth/session-hint.ts'
import { announceHydrated } from './lib/hydrated.ts'
import { createAppRouter } from './router.tsx'

// Zod tries `new Function` when a schema is made, which the content security policy would report. The setting has to be
// there before the chunk with the first schema runs, and this module is always first.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no element with the id "root".')

// Reading the scripts, making the router and rendering are three tasks, between which the page answers to a touch.
await new Promise((resolve) => setTimeout(resolve))

let isFirstPage = true

/** The page that one came to has been there before its scripts: where somebody has scrolled to in it, they stay. */
function scrollRestoration(): boolean {
  const stays = isFirstPage && window.scrollY > 0
  isFirstPage = false
  // The router remembers a place, for the way back, where it has seen somebody scroll.
  if (stays) document.dispatchEvent(new Event('scroll'))
  return !stays
}

const router = createAppRouter({ history: createBrowserHistory(), scrollRestoration })

const app = <App router={router} session={readSessionHint()} onMounted={announceHydrated} />

if (container.hasChildNodes()) {
  // The page's own chunk has to be there before React looks at the markup that the build has written, and without
  // `ssr` the router would put a Suspense boundary where that markup has none.
  await router.load()
  router.ssr = { manifest: undefined }
  // As a transition, or React does it all in one piece.
  startTransition(() => void hydrateRoot(container, app))
} else {
  createRoot(container).render(app)
}
auth.start()
