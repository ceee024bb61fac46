import { useRouterState } from '@tanstack/react-router'
import type { RawListSearch } from '#client/lib/search-params/list-search.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list is the history entry before this one. */
    fromList?: boolean
    /** The search of the list that the user came from. */
    listSearch?: RawListSearch
  }
}

/** The list that the user came from, as the history entry has it: a reload keeps it. */
export function useListOrigin(): { fromList: boolean; listSearch: RawListSearch } {
  const { fromList = false, listSearch = noSearch } = useRouterState({ select: ({ location }) => location.state })
  return { fromList, listSearch }
}

const noSearch: RawListSearch = {}
