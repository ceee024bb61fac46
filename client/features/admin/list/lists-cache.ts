import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { api, type EstimateListPage, type ListedEstimate } from '#client/lib/api.ts'

/** Covers all loaded lists, with any filters. */
export const listsKey = getQueryKey(api.estimates.list, undefined, 'infinite')

/** Changes estimates in all loaded lists. */
export function updateListed(queryClient: QueryClient, update: (estimate: ListedEstimate) => ListedEstimate): void {
  queryClient.setQueriesData<InfiniteData<EstimateListPage>>(
    { queryKey: listsKey },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, items: page.items.map(update) })) },
  )
}
