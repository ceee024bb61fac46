import { useRouterState } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { pageAt } from '#shared/pages.ts'
import { showPageHead } from './page-head.ts'

/**
 * After a change of page without a load: has the document's head speak of the new page, and moves the focus to the new
 * content, which is what makes screen readers notice.
 */
export function usePageChange(contentId: string): void {
  const path = usePath()
  const shownPath = useRef(path)

  // Before the effects of the page itself, which may have a better title for what it shows.
  useLayoutEffect(() => showPageHead(pageAt(path)), [path])

  useEffect(() => {
    if (shownPath.current === path) return
    shownPath.current = path
    document.getElementById(contentId)?.focus({ preventScroll: true })
  }, [path, contentId])
}

/** Has the window bear a title of its own instead of the page's, once there is one. */
export function usePageTitle(title: string | undefined): void {
  const path = usePath()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of path has the window bear the page's title again
  useEffect(() => {
    if (title !== undefined) document.title = title
  }, [title, path])
}

/** The path of the page that is shown. */
function usePath(): string {
  return useRouterState({ select: (state) => (state.resolvedLocation ?? state.location).pathname })
}
