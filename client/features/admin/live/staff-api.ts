import type { VirtualItem } from '@tanstack/react-virtual'
import { createApi } from '#client/lib/api.ts'
import { auth } from '#client/lib/auth/auth-client.ts'
import { forgetEntryDrafts } from '#client/lib/device-storage.ts'
import { createStaffLive, type StaffLive } from './staff-live.ts'

type StaffApi = {
  readonly userId: string
  readonly api: ReturnType<typeof createApi>
  readonly live: StaffLive
  /** See `useVisibleRows` of the list. */
  readonly rowMeasurements: VirtualItem[]
}

let kept: StaffApi | undefined

// What somebody was allowed to see does not outlive their session, nor does what they have half written.
auth.subscribe((event) => {
  if (event !== 'SIGNED_OUT') return
  kept?.live.close()
  kept?.api.queryClient.clear()
  kept = undefined
  forgetEntryDrafts()
})

/** What was loaded for a person. It is kept while they look at other pages, so that Back finds the list as it was. */
export function staffApiOf(userId: string): StaffApi {
  if (kept?.userId === userId) return kept
  kept?.live.close()
  const api = createApi()
  kept = { userId, api, live: createStaffLive(api), rowMeasurements: [] }
  return kept
}
