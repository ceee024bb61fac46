import { useRouter } from '@tanstack/react-router'
import { isAllowed } from '#shared/permissions.ts'
import { useStaff } from '../layout/staff-context.ts'
import type { PaletteItem } from './palette-items.ts'

const pages = [
  { to: '/admin/today', label: 'Today', words: 'overdue follow-ups' },
  { to: '/admin', label: 'Estimates', words: 'list requests' },
  { to: '/admin/reports', label: 'Reports', words: 'numbers' },
  { to: '/account', label: 'Account', words: 'password settings' },
  { to: '/', label: 'Home', words: 'website' },
] as const

const forAdministrators = [{ to: '/admin/privacy', label: 'Privacy', words: 'retention erase data' }] as const

export function usePages(): readonly PaletteItem[] {
  const { navigate } = useRouter()
  const { role } = useStaff()
  const shown = isAllowed(role, 'manageInstallation') ? [...pages, ...forAdministrators] : pages
  return shown.map(({ to, label, words }) => ({ id: to, label, words, run: () => void navigate({ to }) }))
}
