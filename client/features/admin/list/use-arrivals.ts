import { useState } from 'react'
import { useStaff } from '../layout/staff-context.ts'

/** Counts what the live stream added above the list's top since that was last in sight. */
export function useArrivals(items: readonly { id: string }[], isTopInSight: boolean): number {
  const { isNew } = useStaff()
  const top = items[0]?.id
  const [seenTop, setSeenTop] = useState(top)
  if (isTopInSight && top !== seenTop) setSeenTop(top)
  if (isTopInSight) return 0
  const end = Math.max(
    0,
    items.findIndex(({ id }) => id === seenTop),
  )
  return items.slice(0, end).filter(({ id }) => isNew(id)).length
}
