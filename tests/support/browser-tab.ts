import { createApiCalls } from '#client/lib/api-calls.ts'
import { createAuthClient } from '#client/lib/auth/auth-client.ts'
import { createAuthEngine } from '#client/lib/auth/auth-engine.ts'
import type { SessionHint } from '#shared/session-hint.ts'

type TabOptions = {
  /** What the server has said with the page. */
  hint?: SessionHint | undefined
  /** Tabs of the same name hear of each other. */
  browser?: string
  /** Whether the scripts that a session needs can be fetched. */
  online?: () => boolean
}

/** The auth state of one tab, with every event that it told of, oldest first. */
export type Tab = ReturnType<typeof openTab>

/** A tab that has been opened and has not asked for anything yet. */
export function openTab({ hint = 'some', browser = crypto.randomUUID(), online = () => true }: TabOptions = {}) {
  const events: string[] = []
  let enginesLoaded = 0
  const auth = createAuthClient({
    sessionHint: () => hint,
    async loadEngine(options) {
      enginesLoaded += 1
      if (!online()) throw new TypeError('Failed to fetch dynamically imported module')
      return createAuthEngine({ ...options, calls: createApiCalls().auth })
    },
    openChannel: () => new BroadcastChannel(browser),
  })
  auth.subscribe((event, session) => events.push(`${event} ${session?.user.email ?? 'nobody'}`))
  return { auth, events, enginesLoaded: () => enginesLoaded, status: () => auth.state().status }
}

/** Makes the page seen, or not, as far as its scripts can tell. */
export function setVisibility(state: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
  document.dispatchEvent(new Event('visibilitychange'))
}
