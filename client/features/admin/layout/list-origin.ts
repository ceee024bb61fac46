import { useRouterState } from '@tanstack/react-router'
import type { RawListSearch } from '#client/lib/search-params/list-search.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the previous history entry is the list. */
    fromList?: boolean
    /** Whether the previous history entry is the Today page. */
    fromToday?: boolean
    listSearch?: RawListSearch
  }
}

/** The origin is stored in the history entry, so that a reload keeps it. */
export function useListOrigin(): { fromList: boolean; fromToday: boolean; listSearch: RawListSearch } {
  const { state } = useRouterState({ select: ({ location }) => location })
  const { fromList = false, fromToday = false, listSearch = noSearch } = state
  return { fromList, fromToday, listSearch }
}

const noSearch: RawListSearch = {}
