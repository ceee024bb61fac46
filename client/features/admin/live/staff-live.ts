import type { createApi } from '#client/lib/api.ts'
import { auth } from '#client/lib/auth/auth-client.ts'
import { openChangeStream } from './change-stream.ts'
import { createInvalidator } from './invalidate-on-change.ts'
import { createLiveConnection, type LiveConnection } from './live-connection.ts'
import { createNewEstimateCount, type NewEstimateCount } from './new-estimate-count.ts'

export type StaffLive = {
  readonly connection: LiveConnection
  readonly newEstimates: NewEstimateCount
  close(): void
}

export function createStaffLive(api: ReturnType<typeof createApi>): StaffLive {
  const invalidator = createInvalidator(api)
  const newEstimates = createNewEstimateCount()
  const connection = createLiveConnection({
    open: 'EventSource' in globalThis ? openChangeStream : undefined,
    onChanges(changes) {
      newEstimates.add(changes.created)
      invalidator.invalidate(changes)
    },
    session: { refresh: auth.refresh, forget: () => void auth.forget() },
  })
  return {
    connection,
    newEstimates,
    close() {
      connection.close()
      newEstimates.close()
    },
  }
}
