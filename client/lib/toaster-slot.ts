import type { ComponentType } from 'react'

let toaster: ComponentType | undefined
const listeners = new Set<() => void>()

/**
 * The place of the toasts in the page's frame. A page that shows toasts brings their component along with its own
 * scripts and puts it here, where it stays while one goes on to another page; pages without toasts load nothing.
 */
export const toasterSlot = {
  fill(component: ComponentType): void {
    toaster = component
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: () => toaster,
}
