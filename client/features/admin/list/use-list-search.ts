import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo } from 'react'
import { readListSearch } from '#client/lib/search-params/list-search.ts'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'

/** Merges changes into the URL. Undefined removes a filter. */
export type ChangeSearch = (changes: Partial<ListSearch>, how?: { replace?: boolean }) => void

export function useListSearch() {
  const raw = useSearch({ from: '/admin/' })
  const navigate = useNavigate({ from: '/admin/' })
  const search = useMemo(() => readListSearch(raw), [raw])

  // The address says what is applied, and no more.
  useEffect(() => {
    const keys = Object.keys({ ...raw, ...search }) as (keyof ListSearch)[]
    if (keys.some((key) => String(raw[key]) !== String(search[key])))
      void navigate({ search, replace: true, resetScroll: false })
  }, [raw, search, navigate])

  const change: ChangeSearch = useCallback(
    (changes, { replace = false } = {}) =>
      void navigate({
        search: (former) => readListSearch({ ...former, ...changes }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  )
  const clear = useCallback(() => void navigate({ search: {}, resetScroll: false }), [navigate])
  return { search, change, clear }
}
