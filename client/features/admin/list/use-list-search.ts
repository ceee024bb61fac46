import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { type ListSearch, readListSearch } from '#client/lib/search-params/list-search.ts'

/** Changes what the list shows; what is undefined is taken out. */
export type ChangeSearch = (changes: Partial<ListSearch>, how?: { replace?: boolean }) => void

/** What the list shows, which the page's address says alone: reload and Back keep it. */
export function useListSearch() {
  const raw = useSearch({ from: '/admin/' })
  const navigate = useNavigate({ from: '/admin/' })
  const search = useMemo(() => readListSearch(raw), [raw])

  const change: ChangeSearch = useCallback(
    (changes, { replace = false } = {}) =>
      void navigate({
        search: (former) => readListSearch({ ...former, ...changes }),
        replace,
        // The controls are where one is.
        resetScroll: false,
      }),
    [navigate],
  )
  const clear = useCallback(() => void navigate({ search: {}, resetScroll: false }), [navigate])
  return { search, change, clear }
}
