import { useSyncExternalStore } from 'react'
import { toasterSlot } from '#client/lib/toaster-slot.ts'

/** Where toasts appear once a page that shows some has brought their component. */
export function ToasterOutlet() {
  const Toaster = useSyncExternalStore(toasterSlot.subscribe, toasterSlot.current, () => undefined)
  return Toaster ? <Toaster /> : null
}
