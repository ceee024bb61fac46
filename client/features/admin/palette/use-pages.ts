import { useRouter } from '@tanstack/react-router'
import { isAllowed } from '#shared/permissions.ts'
import { useStaff } from '../layout/staff-context.ts'
import type { PaletteItem } from './palette-items.ts'

const pages = [
  { to: '/admin/today', label: 'Today', words: 'overdue follow-ups' },
  { to: '/admin', label: 'Estimates', words: 'list requests' },
  { to: '/admin/new', label: 'New estimate', words: 'enter phone call' },
  { to: '/admin/reports', label: 'Reports', words: 'numbers' },
  { to: '/admin/people', label: 'People', words: 'staff invite roles', permission: 'managePeople' },
  { to: '/admin/people/log', label: 'Audit log', words: 'people sign-ins history', permission: 'managePeople' },
  { to: '/admin/people/privacy', label: 'Privacy', words: 'retention erase data', permission: 'manageInstallation' },
  { to: '/account', label: 'Account', words: 'password settings' },
  { to: '/', label: 'Home', words: 'website' },
] as const

export function usePages(): readonly PaletteItem[] {
  const { navigate } = useRouter()
  const { role } = useStaff()
  return pages
    .filter((page) => !('permission' in page) || isAllowed(role, page.permission))
    .map(({ to, label, words }) => ({ id: to, label, words, run: () => void navigate({ to }) }))
}
