import type { createApi } from '#client/lib/api.ts'
import { auth } from '#client/lib/auth/auth-client.ts'
import { openChangeStream } from './change-stream.ts'
import { createInvalidator } from './invalidate-on-change.ts'
import { createLiveConnection, type LiveConnection } from './live-connection.ts'
import { createNewEstimateCount, type NewEstimateCount } from './new-estimate-count.ts'

/** How a tab of the staff hears of what happens. */
export type StaffLive = {
  readonly connection: LiveConnection
  readonly arrivals: NewEstimateCount
  /** For good: nobody is signed in any more. */
  close(): void
}

/** Makes the one connection of a tab, which keeps what was loaded up to date. */
export function createStaffLive(api: ReturnType<typeof createApi>): StaffLive {
  const news = createInvalidator(api)
  const arrivals = createNewEstimateCount()
  const connection = createLiveConnection({
    // Without it, it is looked for news now and then all the same.
    open: 'EventSource' in globalThis ? openChangeStream : undefined,
    hear(changes) {
      arrivals.add(changes.created)
      news.hear(changes)
    },
    session: { refresh: auth.refresh, forget: () => void auth.forget() },
  })
  return {
    connection,
    arrivals,
    close() {
      connection.close()
      arrivals.close()
    },
  }
}
