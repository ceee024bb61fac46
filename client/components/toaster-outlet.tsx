import { type ComponentType, startTransition, useEffect, useState } from 'react'
import { toasterSlot } from '#client/lib/toaster-slot.ts'

/** Where toasts appear once a page that shows some has brought their component. */
export function ToasterOutlet() {
  const [Toaster, setToaster] = useState<ComponentType>()
  useEffect(() => {
    // It is not urgent, and the page that brings it is still coming to life.
    const show = () => startTransition(() => setToaster(toasterSlot.current))
    show()
    return toasterSlot.subscribe(show)
  }, [])
  return Toaster ? <Toaster /> : null
}
