import { api } from '#client/lib/api.ts'
import { readListSearch } from '#client/lib/search-params/list-search.ts'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import type { SavedView } from '#shared/estimates/saved-views.ts'
import { queryOptions } from '../layout/query-options.ts'

/** A saved view with as much of its search as is still valid. */
export type OpenableView = Omit<SavedView, 'search'> & { readonly search: ListSearch }

export function useSavedViews(): { readonly views: readonly OpenableView[]; readonly failed: boolean } {
  const { data = [], isError } = api.savedViews.list.useQuery(undefined, queryOptions)
  return { views: data.map((view) => ({ ...view, search: readListSearch(view.search) })), failed: isError }
}

/** Whether two searches show the same list in the same order and look. */
export function isSameSearch(one: ListSearch, other: ListSearch): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)] as (keyof ListSearch)[])
  return [...keys].every((key) => one[key] === other[key])
}
