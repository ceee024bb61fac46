import { useRouter } from '@tanstack/react-router'
import type { PaletteItem } from './palette-items.ts'

const pages = [
  { to: '/admin/today', label: 'Today', words: 'overdue follow-ups' },
  { to: '/admin', label: 'Estimates', words: 'list requests' },
  { to: '/admin/reports', label: 'Reports', words: 'numbers' },
  { to: '/account', label: 'Account', words: 'password settings' },
  { to: '/', label: 'Home', words: 'website' },
] as const

export function usePages(): readonly PaletteItem[] {
  const { navigate } = useRouter()
  return pages.map(({ to, label, words }) => ({ id: to, label, words, run: () => void navigate({ to }) }))
}
