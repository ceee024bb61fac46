import { useRouterState } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { pageAt } from '#shared/pages.ts'
import { showPageHead } from './page-head.ts'

/** After a navigation without a load, updates the document's head and moves the focus, which tells screen readers. */
export function usePageChange(contentId: string): void {
  const path = usePath()
  const shownPath = useRef(path)

  // Before the page's own effects, which may set a better title.
  useLayoutEffect(() => showPageHead(pageAt(path)), [path])

  useEffect(() => {
    if (shownPath.current === path) return
    shownPath.current = path
    document.getElementById(contentId)?.focus({ preventScroll: true })
  }, [path, contentId])
}

/** Replaces the page's title once there is a better one. */
export function usePageTitle(title: string | undefined): void {
  const path = usePath()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of path restores the page's title
  useEffect(() => {
    if (title !== undefined) document.title = title
  }, [title, path])
}

function usePath(): string {
  return useRouterState({ select: (state) => (state.resolvedLocation ?? state.location).pathname })
}
