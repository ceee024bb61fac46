import { createAuthClient } from '#client/lib/auth/auth-client.ts'
import { createAuthEngine } from '#client/lib/auth/auth-engine.ts'
import { createPublicClient } from '#client/lib/public-client.ts'
import type { SessionHint } from '#shared/session-hint.ts'

type TabOptions = {
  /** The session hint of the page. */
  hint?: SessionHint | undefined
  /** Tabs with the same name share a channel. */
  browser?: string
  /** Whether the engine's scripts can be loaded. */
  online?: () => boolean
}

/** The auth client of a tab, with its events, oldest first. */
export type Tab = ReturnType<typeof openTab>

/** Opens a tab that has made no call yet. */
export function openTab({ hint = 'some', browser = crypto.randomUUID(), online = () => true }: TabOptions = {}) {
  const events: string[] = []
  let enginesLoaded = 0
  const auth = createAuthClient({
    sessionHint: () => hint,
    async loadEngine(options) {
      enginesLoaded += 1
      if (!online()) throw new TypeError('Failed to fetch dynamically imported module')
      return createAuthEngine({ ...options, calls: createPublicClient().auth })
    },
    openChannel: () => new BroadcastChannel(browser),
  })
  auth.subscribe((event, session) => events.push(`${event} ${session?.user.email ?? 'nobody'}`))
  return { auth, events, enginesLoaded: () => enginesLoaded, status: () => auth.state().status }
}

export function setVisibility(state: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
  document.dispatchEvent(new Event('visibilitychange'))
}
