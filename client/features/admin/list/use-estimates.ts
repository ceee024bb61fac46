import { type InfiniteData, keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useCallback, useEffect } from 'react'
import { prepareToasts, showError } from '#client/components/toasts.tsx'
import { api, type EstimateListPage, type ListedEstimate } from '#client/lib/api.ts'
import { errorCode, errorReason } from '#client/lib/api-error.ts'
import { listInput } from '#client/lib/search-params/list-search.ts'
import { estimatePageSize, type ListSearch } from '#shared/estimates/estimate-list.ts'
import { readPlace, useHistoryEntry } from '../layout/list-history.ts'
import { queryOptions } from '../layout/query-options.ts'

const pagesOptions = { getNextPageParam: (page: EstimateListPage) => page.nextCursor, ...queryOptions }

/** Shows the previous list while another search loads. Errors appear as toasts. */
export function useEstimates(search: ListSearch) {
  const { list } = api.useUtils().estimates
  const entry = useHistoryEntry()
  useEffect(() => {
    const pages = Math.ceil((readPlace(entry)?.loaded ?? 0) / estimatePageSize)
    // The query alone would load one page. It joins a load that is already running.
    if (pages > 1) void list.prefetchInfinite(listInput(search), { pages, ...pagesOptions })
  }, [list, entry, search])
  const query = api.estimates.list.useInfiniteQuery(
    // Without a limit, the server's page size applies.
    listInput(search),
    {
      placeholderData: keepPreviousData,
      ...pagesOptions,
    },
  )
  const refused = errorReason(query.error) === 'insufficient_role'
  // The end of the list shows errors of a next page. A retry withdraws its query's error.
  const shownInList = query.isFetchNextPageError && !refused
  const failure = shownInList || query.isFetching ? null : query.error

  useEffect(() => {
    if (!failure) return
    const responded = errorCode(failure) !== undefined
    const doubt = responded ? ' You may not have admin privileges.' : ''
    return showError({ title: 'Error', message: `Failed to load estimates.${doubt}`, atFoot: true })
  }, [failure])

  const { isSuccess } = query
  useEffect(() => {
    if (isSuccess) prepareToasts()
  }, [isSuccess])

  const { fetchNextPage, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError } = query
  // A second call joins the first.
  const load = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])

  const pages = query.data?.pages
  const items = pages?.flatMap((page) => page.items)
  return {
    ...query,
    next: {
      /** Whether there is one and no error stops it. */
      wanted: hasNextPage && !isFetching && !isFetchNextPageError,
      loading: isFetchingNextPage,
      failed: isFetchNextPageError && !isFetchingNextPage,
      load,
    },
    /** Undefined while the first page loads. */
    items,
    /** Counts all pages; the last one has the latest number. */
    total: pages?.at(-1)?.total,
    /** The search that one without hits may have meant. */
    didYouMean: pages?.[0]?.didYouMean,
    /** The account lost its role, so loaded estimates must no longer show. */
    refused,
  }
}

/** Covers all loaded lists, with any filters. */
export const listsKey = getQueryKey(api.estimates.list, undefined, 'infinite')

/** Changes estimates in all loaded lists. */
export function updateListed(queryClient: QueryClient, update: (estimate: ListedEstimate) => ListedEstimate): void {
  queryClient.setQueriesData<InfiniteData<EstimateListPage>>(
    { queryKey: listsKey },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, items: page.items.map(update) })) },
  )
}
