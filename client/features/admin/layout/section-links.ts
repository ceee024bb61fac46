import { useMatch } from '@tanstack/react-router'
import { useListOrigin } from './list-history.ts'

const exactPath = { exact: true, includeSearch: false } as const

/** The links to the sections. The one to the list keeps its filters. */
export function useSectionLinks() {
  const list = useMatch({ from: '/admin/', shouldThrow: false })
  const detail = useMatch({ from: '/admin/estimates/$id', shouldThrow: false })
  const { listSearch } = useListOrigin()
  return [
    { to: '/admin/today', label: 'Today', state: { listSearch: list?.search ?? listSearch }, activeOptions: exactPath },
    {
      to: '/admin',
      label: 'Requests',
      search: listSearch,
      activeOptions: exactPath,
      // The router sets "page" on the list itself; an estimate is only within the section.
      'aria-current': detail ? true : undefined,
    },
    {
      to: '/admin/reports',
      label: 'Reports',
      state: { listSearch: list?.search ?? listSearch },
      activeOptions: exactPath,
    },
  ] as const
}
