import { useRouterState } from '@tanstack/react-router'
import type { RawListSearch } from '#client/lib/search-params/list-search.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the previous history entry is the list. */
    fromList?: boolean
    listSearch?: RawListSearch
  }
}

/** Stored in the history entry, so that a reload keeps it. */
export function useListOrigin(): { fromList: boolean; listSearch: RawListSearch } {
  const { fromList = false, listSearch = noSearch } = useRouterState({ select: ({ location }) => location.state })
  return { fromList, listSearch }
}

const noSearch: RawListSearch = {}
