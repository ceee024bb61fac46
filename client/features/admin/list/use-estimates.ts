import { keepPreviousData } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { prepareToasts, showError } from '#client/components/toasts.tsx'
import { api } from '#client/lib/api.ts'
import { errorCode, errorReason } from '#client/lib/api-error.ts'
import type { ListSearch } from '#client/lib/search-params/list-search.ts'
import { queryOptions } from '../layout/query-options.ts'

/** Loads a list page by page, and shows the former one while another search loads. Errors appear as toasts. */
export function useEstimates(search: ListSearch) {
  const query = api.estimates.list.useInfiniteQuery(
    // Without a limit, the server's page size holds.
    search,
    {
      placeholderData: keepPreviousData,
      getNextPageParam: (page) => page.nextCursor,
      ...queryOptions,
    },
  )
  const refused = errorReason(query.error) === 'insufficient_role'
  // The list's end shows errors of a next page. While a query is retried, its error is withdrawn.
  const shownInList = query.isFetchNextPageError && !refused
  const failure = shownInList || query.isFetching ? null : query.error

  useEffect(() => {
    if (!failure) return
    const responded = errorCode(failure) !== undefined
    const doubt = responded ? ' You may not have admin privileges.' : ''
    return showError({ title: 'Error', message: `Failed to load estimates.${doubt}` })
  }, [failure])

  const { isSuccess } = query
  useEffect(() => {
    if (isSuccess) prepareToasts()
  }, [isSuccess])

  // A second call joins the first.
  const { fetchNextPage } = query
  const loadNextPage = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])

  const pages = query.data?.pages
  const items = pages?.flatMap((page) => page.items)
  return {
    ...query,
    loadNextPage,
    /** Undefined while the first page loads. */
    items,
    /** Of all pages, as of the last one. */
    total: pages?.at(-1)?.total,
    /** The account lost its role: what was loaded must no longer show. */
    refused,
  }
}
