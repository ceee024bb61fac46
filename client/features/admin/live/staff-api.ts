import { notifyManager } from '@tanstack/react-query'
import type { VirtualItem } from '@tanstack/react-virtual'
import { createTRPCQueryUtils } from '@trpc/react-query'
import { afterPress } from '#client/lib/after-press.ts'
import { createApi } from '#client/lib/api.ts'
import type { ApiRouter } from '#client/lib/api-types.ts'
import { auth } from '#client/lib/auth/auth-client.ts'
import type { ChangedEstimates } from '#shared/estimates/live-changes.ts'
import { createArrivalNotifications } from './arrival-notifications.ts'
import { openChangeStream } from './change-stream.ts'
import { createLiveConnection } from './live-connection.ts'
import { createNewEstimateCount } from './new-estimate-count.ts'

/** Compact estimates are lines on narrow windows, and rows of a table on others. */
export type ListLayout = 'cards' | 'lines' | 'table'

/** The state in which Back finds the list. */
export type ListView = {
  /** See `useVisibleRows`. The rows of each layout have heights of their own. */
  readonly rowMeasurements: Readonly<Record<ListLayout, VirtualItem[]>>
  filtersOpen: boolean
}

type StaffApi = {
  readonly userId: string
  readonly api: ReturnType<typeof createApi>
  readonly live: StaffLive
  readonly listView: ListView
}

let current: StaffApi | undefined

// What has loaded may move a button that is being pressed.
notifyManager.setScheduler(afterPress)

// Loaded data must not outlive the session.
auth.subscribe((event) => {
  if (event === 'SIGNED_OUT') forget()
})

function forget(): void {
  current?.live.close()
  current?.api.queryClient.clear()
  current = undefined
}

/** Outlives the page, so that Back finds the list unchanged. */
export function getStaffApi(userId: string): StaffApi {
  if (current?.userId === userId) return current
  forget()
  const api = createApi()
  const listView = { rowMeasurements: { cards: [], lines: [], table: [] }, filtersOpen: false }
  current = { userId, api, live: createStaffLive(api), listView }
  return current
}

export type StaffLive = ReturnType<typeof createStaffLive>

function createStaffLive(api: ReturnType<typeof createApi>) {
  const utils = createTRPCQueryUtils<ApiRouter>(api)
  const invalidate = createInvalidator(utils)
  const newEstimates = createNewEstimateCount()
  const notifications = createArrivalNotifications({
    read: async (id) => (await utils.estimates.get.fetch({ id })).estimate,
  })
  const connection = createLiveConnection({
    open: 'EventSource' in globalThis ? openChangeStream : undefined,
    onChanges(changes) {
      newEstimates.add(changes.created)
      notifications.add(changes.created)
      invalidate(changes)
    },
    session: { refresh: auth.refresh, forget: () => void auth.forget() },
  })
  return {
    connection,
    newEstimates,
    notifications,
    close(): void {
      connection.close()
      newEstimates.close()
      notifications.close()
    },
  }
}

/** Groups changes into one round. */
const pauseMs = 500

/** Changes carry only ids, so all shown data has come through the procedures that guard it. */
function createInvalidator(utils: ReturnType<typeof createTRPCQueryUtils<ApiRouter>>) {
  const changedIds = new Set<string>()
  let all = false
  let isPending = false
  let isRunning = false

  async function invalidate(): Promise<void> {
    const details = all ? [undefined] : [...changedIds].map((id) => ({ id }))
    changedIds.clear()
    all = false
    isPending = false
    await Promise.all([
      utils.estimates.list.invalidate(),
      utils.admin.today.invalidate(),
      ...details.flatMap((input) => [
        utils.estimates.get.invalidate(input),
        utils.proposals.list.invalidate(input),
        utils.reviews.state.invalidate(input),
      ]),
    ])
    // Loads after the list, which would otherwise wait for the counts.
    await Promise.all([utils.estimates.counts.invalidate(), utils.admin.todayCounts.invalidate()])
  }

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    while (isPending) {
      await invalidate()
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    isRunning = false
  }

  return (changes: ChangedEstimates): void => {
    if (changes.people) {
      void utils.people.list.invalidate()
      void utils.estimates.assignees.invalidate()
      if (!changes.all && changes.created.length + changes.changed.length === 0) return
    }
    // A new estimate becomes the neighbor of an open one.
    all ||= changes.all || changes.created.length > 0
    for (const id of changes.changed) changedIds.add(id)
    isPending = true
    void run()
  }
}
