import { type RefObject, useLayoutEffect } from 'react'

/** Moves the focus to another element when an element with the focus disappears. */
export function useFocusAfter(element: RefObject<HTMLElement | null>, next: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const own = element.current
    return () => {
      if (own?.contains(document.activeElement)) next.current?.focus({ preventScroll: true })
    }
  }, [element, next])
}
