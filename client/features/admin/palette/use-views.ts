import { useRouter } from '@tanstack/react-router'
import { api } from '#client/lib/api.ts'
import { readListSearch } from '#client/lib/search-params/list-search.ts'
import { queryOptions } from '../layout/query-options.ts'
import { builtInViews, type PaletteItem, type PaletteView } from './palette-items.ts'

/** Lists of requests by a name: those that everyone has, then the saved views. */
export function useViews(): readonly PaletteItem[] {
  const { navigate } = useRouter()
  const { data: saved = [] } = api.savedViews.list.useQuery(undefined, queryOptions)
  const views: readonly PaletteView[] = [
    ...builtInViews,
    ...saved.map(({ id, name, search }) => ({ id, name, search: readListSearch(search) })),
  ]
  return views.map(({ id, name, search }) => ({
    id: `view ${id}`,
    label: name,
    words: 'view list',
    run: () => void navigate({ to: '/admin', search }),
  }))
}
