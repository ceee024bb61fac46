import { createTRPCQueryUtils } from '@trpc/react-query'
import type { createApi } from '#client/lib/api.ts'
import type { ApiRouter } from '#client/lib/api-types.ts'
import type { ChangedEstimates } from '#shared/estimates/live-changes.ts'

/** Groups changes into one round. */
const pauseMs = 500

/** Changes carry only ids, so all shown data has come through the procedures that guard it. */
export function createInvalidator(api: ReturnType<typeof createApi>) {
  const utils = createTRPCQueryUtils<ApiRouter>(api)
  const changedIds = new Set<string>()
  let all = false
  let isPending = false
  let isRunning = false

  async function invalidate(): Promise<void> {
    const ids = [...changedIds]
    const details = all ? [undefined] : ids.map((id) => ({ id }))
    changedIds.clear()
    all = false
    isPending = false
    await Promise.all([
      utils.estimates.list.invalidate(),
      utils.admin.today.invalidate(),
      ...details.map((input) => utils.estimates.get.invalidate(input)),
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

  return {
    invalidate(changes: ChangedEstimates): void {
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
    },
  }
}
