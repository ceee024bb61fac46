import { createTRPCQueryUtils } from '@trpc/react-query'
import type { createApi } from '#client/lib/api.ts'
import type { ApiRouter } from '#client/lib/api-types.ts'
import type { ChangedEstimates } from '#shared/live-changes.ts'

/** Between two rounds of reading, in milliseconds: many requests at once are read as few. */
const pauseMs = 500

/**
 * Brings what was read up to date when requests come or change: what is seen at once, the rest when it is looked at.
 * Only the ids come with the news, so that all that is shown has come through the procedures that guard it.
 */
export function createInvalidator(api: ReturnType<typeof createApi>) {
  const utils = createTRPCQueryUtils<ApiRouter>(api)
  const changed = new Set<string>()
  let all = false
  let wanted = false
  let running = false

  async function read(): Promise<void> {
    const ids = [...changed]
    const every = all
    changed.clear()
    all = false
    wanted = false
    await Promise.all([
      utils.estimates.list.invalidate(),
      ...(every ? [utils.estimates.get.invalidate()] : ids.map((id) => utils.estimates.get.invalidate({ id }))),
    ])
    // After the list, which would otherwise wait for them. What was set aside is seen in them alone.
    await utils.estimates.counts.invalidate()
  }

  async function run(): Promise<void> {
    if (running) return
    running = true
    while (wanted) {
      await read()
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    running = false
  }

  return {
    hear(news: ChangedEstimates): void {
      // A new request is the neighbour of one that is open.
      all ||= news.all || news.created.length > 0
      for (const id of news.changed) changed.add(id)
      wanted = true
      void run()
    },
  }
}
