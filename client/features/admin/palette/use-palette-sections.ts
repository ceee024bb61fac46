import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListedEstimate } from '#client/lib/api.ts'
import { readRecentRequests } from '#client/lib/recent-requests.ts'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import { formatWholeNumber } from '#shared/formatting.ts'
import { isAllowed } from '#shared/permissions.ts'
import { shippedViews, useSavedViews } from '../layout/list-views.ts'
import { useStaff } from '../layout/staff-context.ts'
import { useNow } from '../ui/use-now.ts'
import {
  actionItem,
  estimateDetails,
  findItems,
  findSimilarItems,
  majorItems,
  type PaletteItem,
  type PaletteSection,
} from './palette-items.ts'
import { useFoundEstimates } from './use-found-estimates.ts'

const pages = [
  { to: '/admin/today', label: 'Today', words: 'overdue follow-ups' },
  { to: '/admin', label: 'Requests', words: 'list project estimates' },
  { to: '/admin/new', label: 'New request', words: 'enter phone call estimate' },
  { to: '/admin/reports', label: 'Reports', words: 'numbers' },
  { to: '/admin/people', label: 'People', words: 'staff invite roles', permission: 'managePeople' },
  { to: '/admin/people/log', label: 'Audit log', words: 'people sign-ins history', permission: 'managePeople' },
  { to: '/admin/people/privacy', label: 'Privacy', words: 'retention erase data', permission: 'manageInstallation' },
  {
    to: '/admin/company',
    label: 'Company',
    words: 'website publish words photos claims services projects license hours',
    permission: 'manageInstallation',
  },
  {
    to: '/admin/company',
    search: { room: 'email' },
    label: 'Email',
    words: 'mail test delivery',
    permission: 'manageInstallation',
  },
  { to: '/account', label: 'Account', words: 'password settings' },
  { to: '/', label: 'Home', words: 'website' },
] as const

/** What fits to the typed text. Pages, views and actions with a mistake are found when nothing else is. */
export function usePaletteSections(typed: string) {
  const own = useOwnSections()
  const recent = useRecentSection()
  const found = useFoundEstimates(typed)
  const requests = useRequestSection(typed.trim(), found)
  if (typed.trim() === '') return { sections: [...recent, ...majorItems(own)], found }
  const exact = findItems(typed, own)
  const isKnown = exact.length > 0 || found.items.length > 0 || found.isSearching
  return { sections: [...(isKnown ? exact : findSimilarItems(typed, own)), ...requests], found }
}

function useOwnSections(): readonly PaletteSection[] {
  const { navigate } = useRouter()
  const { pageActions, role } = useStaff()
  const [actions] = useState(() => [...pageActions].flatMap((read) => read().map(actionItem)))
  const { views } = useSavedViews()
  const now = useNow()
  return [
    { title: 'This page', items: actions },
    {
      title: 'Go to',
      items: pages
        .filter((page) => !('permission' in page) || isAllowed(role, page.permission))
        .map(({ label, words, ...link }) => ({ id: `page ${label}`, label, words, run: () => void navigate(link) })),
    },
    {
      title: 'Views',
      items: [...shippedViews(now), ...views].map(({ id, name, search }) => ({
        id: `view ${id}`,
        label: name,
        words: 'view list',
        run: () => void navigate({ to: '/admin', search }),
      })),
    },
  ]
}

/** The requests that this person opened last, but for the one that is open. */
function useRecentSection(): readonly PaletteSection[] {
  const { id: userId } = useStaff()
  const { state } = useRouter()
  const open = useOpenRequest()
  const isElsewhere = ({ id }: { id: string }) => !state.location.pathname.endsWith(id)
  const [recent] = useState(() => readRecentRequests(userId).filter(isElsewhere))
  if (recent.length === 0) return []
  return [
    { title: 'Recent', items: recent.map((request) => ({ ...request, label: request.name, run: open(request.id) })) },
  ]
}

function useRequestSection(
  search: string,
  { items, total, didYouMean, isSearching }: ReturnType<typeof useFoundEstimates>,
): readonly PaletteSection[] {
  const { navigate } = useRouter()
  const open = useOpenRequest()
  const inList = (label: string, q: string): PaletteItem => ({
    id: 'list',
    label,
    run: () => void navigate({ to: '/admin', search: { q } satisfies ListSearch }),
  })
  const found = (estimate: ListedEstimate): PaletteItem => ({
    id: estimate.id,
    label: estimate.name,
    details: estimateDetails(estimate),
    run: open(estimate.id),
  })
  const all = [
    ...items.map(found),
    ...(total > items.length && !isSearching
      ? [inList(`Show all ${formatWholeNumber(total)} in the list`, search)]
      : []),
    ...(didYouMean ? [inList(`Did you mean ${didYouMean}?`, didYouMean)] : []),
  ]
  return all.length > 0 ? [{ title: 'Requests', items: all }] : []
}

function useOpenRequest(): (id: string) => () => void {
  const { navigate } = useRouter()
  return (id) => () => void navigate({ to: '/admin/estimates/$id', params: { id } })
}
