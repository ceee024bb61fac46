import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useMemo } from 'react'
import { api } from '#client/lib/api.ts'
import { listInput, readListSearch } from '#client/lib/search-params/list-search.ts'
import { useListOrigin } from '../layout/list-history.ts'
import { queryOptions } from '../layout/query-options.ts'

/** Leads to the place in the list or on Today, or to the list's beginning for users who came from elsewhere. */
export function useWayBack() {
  const { history } = useRouter()
  const origin = useListOrigin()
  return {
    search: origin.listSearch,
    fromToday: origin.fromToday,
    /** History entries that replace this one keep this state. */
    state: origin,
    onClick(event: MouseEvent): void {
      const isBehind = origin.fromList || origin.fromToday
      if (!isBehind || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      history.back()
    },
  }
}

/** Null at the ends. */
type AdjacentEstimates = { readonly previous: string | null; readonly next: string | null }

/** Uses the filtered list that the user came from, if still cached, and loads its next page when needed. */
export function useAdjacentEstimates(id: string): AdjacentEstimates | undefined {
  const { listSearch } = useListOrigin()
  const search = useMemo(() => listInput(readListSearch(listSearch)), [listSearch])
  const { data, hasNextPage, isFetching, fetchNextPage } = api.estimates.list.useInfiniteQuery(search, {
    enabled: false,
    getNextPageParam: (page) => page.nextCursor,
    ...queryOptions,
  })
  const items = data?.pages.flatMap((page) => page.items) ?? []
  const index = items.findIndex((item) => item.id === id)
  const follows = index >= 0 && Object.keys(search).length > 0
  const wanted = follows && index === items.length - 1 && hasNextPage && !isFetching

  useEffect(() => {
    if (wanted) void fetchNextPage()
  }, [wanted, fetchNextPage])

  if (!follows) return undefined
  return { previous: items[index - 1]?.id ?? null, next: items[index + 1]?.id ?? null }
}
