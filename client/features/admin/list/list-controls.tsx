import { Box, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useId, useState } from 'react'
import { ChevronDownIcon } from '#client/components/icons.tsx'
import { api, type EstimateCounts } from '#client/lib/api.ts'
import { getSort } from '#client/lib/search-params/list-search.ts'
import { maxSearchLength } from '#shared/estimates/estimate-filter.ts'
import { estimateSorts, type ListSearch } from '#shared/estimates/estimate-list.ts'
import { estimateStatuses } from '#shared/estimates/estimate-status.ts'
import { formatWholeNumber } from '#shared/formatting.ts'
import { queryOptions } from '../layout/query-options.ts'
import { useStaff } from '../layout/staff-context.ts'
import { useBelow } from '../layout/use-breakpoint.ts'
import { ChoiceButtons } from '../ui/choice-buttons.tsx'
import { capitalizedStatus, estimateCountLabel } from '../ui/work-labels.ts'
import { FilterFields, filterParts } from './filter-fields.tsx'
import styles from './list.module.css'
import type { ChangeSearch } from './use-list-search.ts'

type ListControlsProps = {
  /** The menu of views, where they are not beside the list. */
  views: ReactNode
  search: ListSearch
  change: ChangeSearch
  /** Also moves the focus. */
  onClear: () => void
  /** Moves the focus first, since the pressed button disappears. */
  afterFocus: (act: () => void) => void
  /** It is undefined while the list loads. */
  counts: EstimateCounts | undefined
  /** The number of requests that the list finds. */
  total: number
}

export function ListControls({ views, search, change, onClear, afterFocus, counts, total }: ListControlsProps) {
  const { sort: _sort, view: _view, ...filter } = search
  const { listView } = useStaff()
  const isPhone = useBelow('sm')
  const panelId = useId()
  const [open, setOpen] = useState(listView.filtersOpen)
  const needsPeople = open || (filter.assignee !== undefined && filter.assignee !== 'none' && filter.assignee !== 'me')
  const { data: assignees } = api.estimates.assignees.useQuery(undefined, {
    enabled: needsPeople,
    ...queryOptions,
  })
  const { data: leadSources } = api.estimates.leadSources.useQuery(undefined, { enabled: open, ...queryOptions })
  const onSearch = useCallback((q: string) => change({ q }, { replace: true }), [change])
  const parts = filterParts(filter, assignees)
  const waiting = filter.spam === undefined ? (counts?.quarantined ?? 0) : 0

  function toggle(): void {
    setOpen(!open)
    listView.filtersOpen = !open
  }

  return (
    <Group className="unprinted" gap="0.5rem 0.75rem" mb="0.5rem">
      <SearchField q={filter.q ?? ''} onSearch={onSearch} />
      <Group gap="xs" wrap="nowrap">
        {views}
        <Button
          variant="default"
          className={styles.filters}
          rightSection={<ChevronDownIcon />}
          aria-expanded={open}
          aria-controls={panelId}
          onClick={toggle}
        >
          Filters
        </Button>
      </Group>
      <Group justify="space-between" gap="0.75rem" flex="1 1 auto" miw={0}>
        <StatusTabs status={filter.status} counts={counts} change={change} />
        {/* On phones sorting is one of the filters. */}
        {!isPhone && <SortField search={search} change={change} />}
      </Group>
      <Box id={panelId} hidden={!open} w="100%">
        {open && (
          <div className={styles.panel}>
            {isPhone && <SortField search={search} change={change} />}
            <FilterFields filter={filter} assignees={assignees} leadSources={leadSources} change={change} />
            {/* Filters apply at once. The status beside the heading tells screen readers what they find. */}
            <Button variant="default" onClick={() => afterFocus(toggle)}>
              {`Show ${estimateCountLabel(total)}`}
            </Button>
          </div>
        )}
      </Box>
      {parts.length + waiting > 0 && (
        <Group gap="xs" w="100%" className={styles.chips}>
          {parts.length > 0 && (
            <Group component="ul" gap="xs" aria-label="Filters that are on">
              {parts.map(({ key, label }) => (
                <li key={key}>
                  <Button
                    variant="default"
                    radius="xl"
                    aria-label={`Remove ${label}`}
                    onClick={() => change({ [key]: undefined })}
                  >
                    <bdi>{label}</bdi> <span aria-hidden="true">×</span>
                  </Button>
                </li>
              ))}
              <li>
                <Button variant="subtle" onClick={onClear}>
                  Clear all
                </Button>
              </li>
            </Group>
          )}
          {waiting > 0 && (
            <Button
              variant="subtle"
              {...(parts.length === 0 ? { ms: '-1rem' } : {})}
              onClick={() => change({ spam: 'quarantined', status: undefined })}
            >
              {`${formatWholeNumber(waiting)} possible spam`}
            </Button>
          )}
        </Group>
      )}
    </Group>
  )
}

/** The search waits for so many milliseconds after the last key. */
const pause = 250

function SearchField({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const isPhone = useBelow('sm')
  const router = useRouter()
  const [shown, setShown] = useState(q)
  const [typed, setTyped] = useState(q)
  // Back or a chip has changed the search.
  if (shown !== q) {
    setShown(q)
    if (typed.trim() !== q) setTyped(q)
  }

  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === q) return
    const { pathname } = router.latestLocation
    const timer = setTimeout(() => {
      // It would take back a press of a request or of a tab, whose page is on its way.
      if (router.latestLocation.pathname === pathname) onSearch(wanted)
    }, pause)
    return () => clearTimeout(timer)
  }, [typed, q, onSearch, router])

  return (
    // Browsers of only two years ago do not know <search>.
    <Box
      component="form"
      role="search"
      // It takes what the tabs leave beside it.
      flex="99 1 min(14rem, 30%)"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed.trim())
      }}
    >
      <TextInput
        type="search"
        aria-label="Search"
        value={typed}
        maxLength={maxSearchLength}
        placeholder={isPhone ? 'Search' : 'Search name, phone, place, reference'}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </Box>
  )
}

type StatusTabsProps = { status: ListSearch['status']; counts: EstimateCounts | undefined; change: ChangeSearch }

/** The counts respect the other filters. */
function StatusTabs({ status, counts, change }: StatusTabsProps) {
  const numbers = counts && Object.values(counts.statuses)
  const tabs = [
    { value: undefined, label: 'All', count: numbers?.reduce((sum, number) => sum + number, 0) },
    ...estimateStatuses.map((value) => ({
      value,
      label: capitalizedStatus(value),
      count: counts && (counts.statuses[value] ?? 0),
    })),
  ]
  return (
    <ChoiceButtons
      label="Status"
      variant="tabs"
      options={tabs}
      value={status}
      onChoose={(chosen) => change({ status: chosen })}
    />
  )
}

const sortLabels: Record<(typeof estimateSorts)[number], string> = {
  newest: 'Newest',
  oldest: 'Oldest',
  due: 'Response due',
  proposal: 'Proposal due',
  budget: 'Budget',
  'lowest-budget': 'Lowest budget',
}

function SortField({ search, change }: { search: ListSearch; change: ChangeSearch }) {
  const isPhone = useBelow('sm')
  const id = useId()
  const field = (label?: string) => (
    <NativeSelect
      id={id}
      label={label}
      value={getSort(search)}
      data={estimateSorts.map((value) => ({ value, label: sortLabels[value] }))}
      onChange={({ currentTarget: { value } }) => change({ sort: estimateSorts.find((sort) => sort === value) })}
    />
  )
  if (isPhone) return field('Sort by')
  return (
    <Group gap="xs" wrap="nowrap">
      <Text component="label" htmlFor={id} fw={650}>
        Sort by
      </Text>
      {field()}
    </Group>
  )
}
