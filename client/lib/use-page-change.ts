import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { pageAt } from '#shared/pages.ts'
import { showPageHead } from './page-head.ts'

/**
 * After a change of page without a load: has the document's head speak of the new page, and moves the focus to the new
 * content, which is what makes screen readers notice.
 */
export function usePageChange(contentId: string): void {
  const path = useRouterState({ select: (state) => (state.resolvedLocation ?? state.location).pathname })
  const shownPath = useRef(path)

  useEffect(() => {
    showPageHead(pageAt(path))
    if (shownPath.current === path) return
    shownPath.current = path
    document.getElementById(contentId)?.focus({ preventScroll: true })
  }, [path, contentId])
}
