import { keepPreviousData } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { prepareToasts, showError } from '#client/components/toasts.tsx'
import { api } from '#client/lib/api.ts'
import { errorCode, errorReason } from '#client/lib/api-error.ts'
import type { ListSearch } from '#client/lib/search-params/list-search.ts'
import { queryOptions } from '../layout/query-options.ts'

/**
 * The requests that a search leaves, page by page; while another search loads, those of the one before. A failure to load
 * the list, or to bring it up to date, is told in a toast.
 */
export function useEstimates(search: ListSearch) {
  const query = api.estimates.list.useInfiniteQuery(
    // As many at a time as the server thinks right: its schema here would weigh on every page that checks anything.
    search,
    {
      placeholderData: keepPreviousData,
      getNextPageParam: (page) => page.nextCursor,
      ...queryOptions,
    },
  )
  const refused = errorReason(query.error) === 'insufficient_role'
  // A next page that fails is told where it would have been, and a failure is withdrawn while one tries again.
  const toldInPlace = query.isFetchNextPageError && !refused
  const failure = toldInPlace || query.isFetching ? null : query.error

  useEffect(() => {
    if (!failure) return
    const answered = errorCode(failure) !== undefined
    const doubt = answered ? ' You may not have admin privileges.' : ''
    return showError({ title: 'Error', message: `Failed to load estimates.${doubt}` })
  }, [failure])

  const { isSuccess } = query
  useEffect(() => {
    if (isSuccess) prepareToasts()
  }, [isSuccess])

  // Asked twice within a moment it goes on with the first call.
  const { fetchNextPage } = query
  const loadNextPage = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])

  const pages = query.data?.pages
  const items = pages?.flatMap((page) => page.items)
  return {
    ...query,
    loadNextPage,
    /** Undefined until the first page is there. */
    items,
    /** How many there are in all, as the page loaded last says. */
    total: pages?.at(-1)?.total,
    /** The server says that this account may not read requests. What was loaded before is not to be shown either. */
    refused,
  }
}
