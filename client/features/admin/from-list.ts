import { useRouter, useRouterState } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list is the page before this one. */
    fromList?: boolean
  }
}

/** The way back to the list: to its place in it for whoever came from there, or else to its beginning. */
export function useWayBack() {
  const { history } = useRouter()
  const fromList = useRouterState({ select: ({ location }) => location.state.fromList === true })
  return {
    /** To be kept in the state of the pages that take this one's place. */
    state: { fromList },
    onClick(event: MouseEvent): void {
      if (!fromList || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      history.back()
    },
  }
}
