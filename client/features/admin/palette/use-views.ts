import { useRouter } from '@tanstack/react-router'
import { builtInViews, type PaletteItem } from './palette-items.ts'

/** Lists of requests by a name. Saved views go behind those that everyone has. */
export function useViews(): readonly PaletteItem[] {
  const { navigate } = useRouter()
  return builtInViews.map(({ id, name, search }) => ({
    id: `view ${id}`,
    label: name,
    words: 'view list',
    run: () => void navigate({ to: '/admin', search }),
  }))
}
