import { type RefObject, useLayoutEffect } from 'react'

/**
 * Gives the focus back when an update has removed or moved the focused element of a row: to the element, to the same
 * row in its new place, or else to the page's heading.
 */
export function useFocusRestore(heading: RefObject<HTMLElement | null>): void {
  // Read while rendering, before the update takes the element away.
  const focused = typeof document === 'undefined' ? null : document.activeElement
  const id = focused?.closest<HTMLElement>('[data-estimate]')?.dataset.estimate

  useLayoutEffect(() => {
    if (id === undefined || !(focused instanceof HTMLElement) || document.activeElement === focused) return
    // The user moved it.
    if (document.activeElement !== document.body) return
    const row = document.querySelector<HTMLElement>(`[data-estimate="${id}"] [data-row-focus]`)
    const target = focused.isConnected ? focused : (row ?? heading.current)
    target?.focus({ preventScroll: true })
  })
}
