import type { VirtualItem } from '@tanstack/react-virtual'
import { createApi } from '#client/lib/api.ts'
import { auth } from '#client/lib/auth/auth-client.ts'
import { createStaffLive, type StaffLive } from './staff-live.ts'

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

// Loaded data must not outlive the session.
auth.subscribe((event) => {
  if (event !== 'SIGNED_OUT') return
  current?.live.close()
  current?.api.queryClient.clear()
  current = undefined
})

function newListView(): ListView {
  return { rowMeasurements: { cards: [], lines: [], table: [] }, filtersOpen: false }
}

/** Outlives the page, so that Back finds the list unchanged. */
export function getStaffApi(userId: string): StaffApi {
  if (current?.userId === userId) return current
  current?.live.close()
  const api = createApi()
  current = { userId, api, live: createStaffLive(api), listView: newListView() }
  return current
}
