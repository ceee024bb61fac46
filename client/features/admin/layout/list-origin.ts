import { useRouterState } from '@tanstack/react-router'
import type { RawListSearch } from '#client/lib/search-params/list-search.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list is the history entry before this one. */
    fromList?: boolean
    listSearch?: RawListSearch
  }
}

/** The list that the user came from. It is in the history entry, so a reload keeps it. */
export function useListOrigin(): { fromList: boolean; listSearch: RawListSearch } {
  const { fromList = false, listSearch = noSearch } = useRouterState({ select: ({ location }) => location.state })
  return { fromList, listSearch }
}

const noSearch: RawListSearch = {}
