import { useElementScrollRestoration } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { readPlace, useHistoryEntry } from './list-history.ts'

/** In milliseconds. */
const patience = 10_000

/** After one of these events the page stays where it is. */
const actions = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Restores the scroll position of a page that is short until its data arrives, as it is after a reload. The router
 * tries only once. The list restores its own place.
 */
export function useRestoredScroll(): void {
  const entry = useHistoryEntry()
  const position = useElementScrollRestoration({ getElement: () => window })
  const [wanted] = useState(() => (readPlace(entry) ? 0 : (position?.scrollY ?? 0)))
  useEffect(() => {
    if (wanted === 0) return
    const observer = new ResizeObserver(() => {
      window.scrollTo(0, wanted)
      if (Math.abs(window.scrollY - wanted) < 1) stop()
    })
    const timer = setTimeout(stop, patience)
    function stop(): void {
      observer.disconnect()
      clearTimeout(timer)
      for (const action of actions) window.removeEventListener(action, stop)
    }
    observer.observe(document.body)
    for (const action of actions) window.addEventListener(action, stop, { passive: true })
    return stop
  }, [wanted])
}
