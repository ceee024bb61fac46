import { createTRPCQueryUtils } from '@trpc/react-query'
import type { createApi } from '#client/lib/api.ts'
import type { ApiRouter } from '#client/lib/api-types.ts'
import { auth } from '#client/lib/auth/auth-client.ts'
import { type ArrivalNotifications, createArrivalNotifications } from './arrival-notifications.ts'
import { openChangeStream } from './change-stream.ts'
import { createInvalidator } from './invalidate-on-change.ts'
import { createLiveConnection, type LiveConnection } from './live-connection.ts'
import { createNewEstimateCount, type NewEstimateCount } from './new-estimate-count.ts'

export type StaffLive = {
  readonly connection: LiveConnection
  readonly newEstimates: NewEstimateCount
  readonly notifications: ArrivalNotifications
  close(): void
}

export function createStaffLive(api: ReturnType<typeof createApi>): StaffLive {
  const invalidator = createInvalidator(api)
  const newEstimates = createNewEstimateCount()
  const utils = createTRPCQueryUtils<ApiRouter>(api)
  const notifications = createArrivalNotifications({
    read: async (id) => (await utils.estimates.get.fetch({ id })).estimate,
  })
  const connection = createLiveConnection({
    open: 'EventSource' in globalThis ? openChangeStream : undefined,
    onChanges(changes) {
      newEstimates.add(changes.created)
      notifications.add(changes.created)
      invalidator.invalidate(changes)
    },
    session: { refresh: auth.refresh, forget: () => void auth.forget() },
  })
  return {
    connection,
    newEstimates,
    notifications,
    close() {
      connection.close()
      newEstimates.close()
      notifications.close()
    },
  }
}
