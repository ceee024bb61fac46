import { api } from '#client/lib/api.ts'
import { readListSearch } from '#client/lib/search-params/list-search.ts'
import { newYorkDay } from '#shared/calendar-days.ts'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import type { SavedView } from '#shared/estimates/saved-views.ts'
import { queryOptions } from './query-options.ts'

type ListView = { readonly id: string; readonly name: string; readonly search: ListSearch }

/** The views that everyone has. A request that was won counts, as in the reports, for the month in which it came. */
export function shippedViews(now: Date): readonly ListView[] {
  return [
    { id: 'overdue', name: 'Overdue', search: { overdue: true } },
    { id: 'mine', name: 'Mine', search: { assignee: 'me', outcome: 'open' } },
    { id: 'unassigned', name: 'Unassigned', search: { status: 'new', assignee: 'none', outcome: 'open' } },
    { id: 'won', name: 'Won this month', search: { outcome: 'won', from: `${newYorkDay(now).slice(0, -2)}01` } },
    { id: 'proposals', name: 'Proposals due', search: { proposal: 'due', sort: 'proposal' } },
    { id: 'follow-ups', name: 'Follow-ups due', search: { followUp: 'due' } },
    { id: 'spam', name: 'Possible spam', search: { spam: 'quarantined' } },
  ]
}

/** A saved view with as much of its search as is still valid. */
export type OpenableView = Omit<SavedView, 'search'> & { readonly search: ListSearch }

export function useSavedViews(): { readonly views: readonly OpenableView[]; readonly failed: boolean } {
  const { data = [], isError } = api.savedViews.list.useQuery(undefined, queryOptions)
  return { views: data.map((view) => ({ ...view, search: readListSearch(view.search) })), failed: isError }
}
