import { useRouterState } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { pageAt } from '#shared/pages.ts'
import { showPageHead } from './page-head.ts'

/** Updates the document's head and moves the focus after a client-side navigation, which tells screen readers. */
export function usePageChange(contentId: string): void {
  const path = usePath()
  const shownPath = useRef(path)

  // Runs before the page's own effects, which may set a better title.
  useLayoutEffect(() => {
    showPageHead(pageAt(path))
  }, [path])

  useEffect(() => {
    if (shownPath.current === path) return
    shownPath.current = path
    document.getElementById(contentId)?.focus({ preventScroll: true })
  }, [path, contentId])
}

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
