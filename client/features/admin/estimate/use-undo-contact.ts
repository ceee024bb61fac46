import { useEffect, useState } from 'react'
import { api } from '#client/lib/api.ts'
import { undoLimits } from '#shared/estimates/bulk-change.ts'
import type { ContactChannel } from '#shared/estimates/estimate-work.ts'
import { useStaff } from '../layout/staff-context.ts'
import { lastContactBy, type Save } from './work-changes.ts'

/** Offers for ten seconds to withdraw the contact that was just logged. */
export function useUndoContact(id: string, save: Save) {
  const { id: userId } = useStaff()
  const { estimates } = api.useUtils()
  const [logged, setLogged] = useState<{ channel: ContactChannel; contactId: string }>()

  useEffect(() => {
    if (!logged) return
    const timer = setTimeout(() => setLogged(undefined), undoLimits.offeredMs)
    return () => clearTimeout(timer)
  }, [logged])

  return {
    /** The channel of the contact that can be withdrawn. */
    undoable: logged?.channel,
    offerUndo(channel: ContactChannel): void {
      const contactId = lastContactBy(userId, estimates.get.getData({ id })?.timeline ?? [])
      setLogged(contactId === undefined ? undefined : { channel, contactId })
    },
    discardUndo: () => setLogged(undefined),
    undo(): void {
      setLogged(undefined)
      if (logged) void save({ kind: 'withdrawn', contactId: logged.contactId })
    },
  }
}
