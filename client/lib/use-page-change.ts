import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { pageAt } from '#shared/pages.ts'

/**
 * After a change of page without a load: sets the window's title and moves the focus to the new content, which is what
 * makes screen readers notice.
 */
export function usePageChange(contentId: string): void {
  const path = useRouterState({ select: (state) => (state.resolvedLocation ?? state.location).pathname })
  const shownPath = useRef(path)

  useEffect(() => {
    document.title = pageAt(path).title
    if (shownPath.current === path) return
    shownPath.current = path
    document.getElementById(contentId)?.focus({ preventScroll: true })
  }, [path, contentId])
}
