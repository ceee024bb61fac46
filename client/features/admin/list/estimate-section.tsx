import { Box, Button, Group, Paper, Text } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useId, useState } from 'react'
import { CardsIcon, RowsIcon } from '#client/components/icons.tsx'
import { api, type ListedEstimate } from '#client/lib/api.ts'
import { createDeviceStorage, listViewKey } from '#client/lib/device-storage.ts'
import { listInput } from '#client/lib/search-params/list-search.ts'
import { type ListSearch, type ListViewName, listViews } from '#shared/estimates/estimate-list.ts'
import { formatWholeNumber } from '#shared/formatting.ts'
import section from '../layout/page-section.module.css'
import { LoadError, MessageCard, NoAccess, Skeleton, useRetry } from '../layout/page-states.tsx'
import { queryOptions } from '../layout/query-options.ts'
import { useStaff } from '../layout/staff-context.ts'
import bar from '../layout/sticky-bar.module.css'
import { useBelow, useFrom } from '../layout/use-breakpoint.ts'
import { ChoiceButtons } from '../ui/choice-buttons.tsx'
import { EstimateList } from './estimate-list.tsx'
import { EstimateTable } from './estimate-table.tsx'
import { ExportButtons } from './export-buttons.tsx'
import styles from './list.module.css'
import { ListControls } from './list-controls.tsx'
import { SideViews, ViewsMenu } from './saved-views.tsx'
import { SelectionBar } from './selection-bar.tsx'
import type { RowsProps } from './use-estimate-rows.ts'
import { useEstimates } from './use-estimates.ts'
import { type ChangeSearch, useListSearch } from './use-list-search.ts'
import { useSelection } from './use-selection.ts'

const storage = createDeviceStorage()

const looks = [
  { value: 'cards', label: 'Cards', icon: <CardsIcon /> },
  { value: 'compact', label: 'Compact', icon: <RowsIcon /> },
] as const

type ListViewChoice = { readonly view: ListViewName; choose(view: ListViewName): void }

/** The address decides, or else what was last chosen on this device. Until then, phones are compact. */
function useListView({ view: inAddress }: ListSearch, change: ChangeSearch): ListViewChoice {
  const isPhone = useBelow('sm')
  const [stored, setStored] = useState(() => listViews.find((name) => name === storage.read(listViewKey)))
  return {
    view: inAddress ?? stored ?? (isPhone ? 'compact' : 'cards'),
    choose(view) {
      setStored(view)
      storage.write(listViewKey, view)
      change({ view: view === 'compact' ? view : undefined }, { replace: true })
    },
  }
}

export function EstimateSection() {
  const headingId = useId()
  const { search, change, clear } = useListSearch()
  const { sort: _sort, view: _view, ...filter } = search
  const isFiltered = Object.keys(filter).length > 0
  const { view, choose } = useListView(search, change)
  const current = { ...search, view }
  const hasSide = useFrom('xl')
  const estimates = useEstimates(search)
  const { items, total = 0, refused, refetch } = estimates
  const { heading, retry } = useRetry(refetch)
  const known = items !== undefined && !refused
  const selection = useSelection(known ? items : noItems, JSON.stringify(listInput(search)), view === 'compact')
  // Loads after the list, which would otherwise wait for the counts.
  const { data: counts } = api.estimates.counts.useQuery(filter, {
    enabled: known,
    placeholderData: keepPreviousData,
    ...queryOptions,
  })

  // Shows the filters for a failed or empty list too, since they may be the cause.
  const showsControls = !refused && (isFiltered || (known && (items.length > 0 || (counts?.quarantined ?? 0) > 0)))

  /** Keeps the focus when the pressed button disappears. */
  function afterFocus(act: () => void): void {
    heading.current?.focus({ preventScroll: true })
    act()
  }
  const clearAll = () => afterFocus(clear)

  return (
    <section aria-labelledby={headingId}>
      <ListBar headingId={headingId} heading={heading} list={known ? { items, total, isFiltered } : undefined}>
        <ChoiceButtons label="View" variant="row" options={looks} value={view} onChoose={choose} />
        <ExportButtons search={search} />
        <NewRequestLink />
      </ListBar>
      <Group className={section.content} gap="xl" align="start" wrap="nowrap">
        {showsControls && hasSide && <SideViews current={current} />}
        <Box flex={1} miw={0} className={styles.main}>
          {showsControls && (
            <ListControls
              search={search}
              change={change}
              onClear={clearAll}
              afterFocus={afterFocus}
              counts={counts}
              total={total}
              views={!hasSide && <ViewsMenu current={current} />}
            />
          )}
          {known && <SelectionBar selection={selection} shown={items.length} spam={search.spam} fallback={heading} />}
          {known && items.length > 0 ? (
            <EstimateRows
              view={view}
              change={change}
              labelledBy={headingId}
              items={items}
              total={total}
              search={search}
              selection={selection}
              afterFocus={afterFocus}
              next={estimates.next}
            />
          ) : (
            <NoRows estimates={estimates} isFiltered={isFiltered} onRetry={retry} onClear={clearAll} />
          )}
        </Box>
      </Group>
    </section>
  )
}

type ListBarProps = {
  headingId: string
  heading: RefObject<HTMLHeadingElement | null>
  /** Undefined while no list is shown. */
  list: { items: readonly ListedEstimate[]; total: number; isFiltered: boolean } | undefined
  children: ReactNode
}

function ListBar({ headingId, heading, list, children }: ListBarProps) {
  const isPhone = useBelow('sm')
  return (
    <div className={bar.bar}>
      <Group className={bar.row} gap="0.25rem 0.5rem" mih="2.75rem" py="0.25rem">
        <h2 id={headingId} ref={heading} tabIndex={-1} className={`${section.heading} ${styles.heading}`}>
          Project Estimates
          {list && <Text span inherit c="dimmed">{` (${formatWholeNumber(list.total)})`}</Text>}
        </h2>
        {/* On phones it would take a line. */}
        <p role="status" className={isPhone ? 'unseen' : section.aside}>
          {list && progress(list.items.length, list.total, list.isFiltered)}
        </p>
        {list && (
          <Group gap="xs" ms="auto" className="unprinted">
            {children}
          </Group>
        )}
      </Group>
    </div>
  )
}

/** Leads to the form for a call. In narrow windows the menu of each page has it. */
function NewRequestLink() {
  if (useBelow('md')) return null
  return (
    <Button component={Link} to="/admin/new">
      New request
    </Button>
  )
}

/** It stays the same at each render, so that nothing depends on a new one. */
const noItems: readonly ListedEstimate[] = []

function progress(loaded: number, total: number, isFiltered: boolean): string | undefined {
  if (total === 0) return isFiltered ? 'None found' : undefined
  return `${formatWholeNumber(loaded)} of ${formatWholeNumber(total)} loaded`
}

type NoRowsProps = {
  estimates: ReturnType<typeof useEstimates>
  isFiltered: boolean
  onRetry: () => void
  onClear: () => void
}

function NoRows({ estimates: { refused, items, didYouMean, isError }, isFiltered, onRetry, onClear }: NoRowsProps) {
  const { email } = useStaff()
  if (refused) return <NoAccess email={email} onRetry={onRetry} />
  if (items === undefined && isError)
    return (
      // A toast has announced it.
      <LoadError
        title="We couldn’t load the requests"
        text="They are safe. Only this page couldn’t get them."
        onRetry={onRetry}
      />
    )
  if (items === undefined) return <Skeleton label="Loading requests…" cards={3} />
  if (isFiltered) return <EmptyList didYouMean={didYouMean} onClear={onClear} />
  return (
    <Paper p="clamp(2.5rem, 8vw, 5rem) 1rem" ta="center" c="dimmed">
      <Text size="lg">No project estimates found</Text>
      <p>Requests from the website appear here by themselves.</p>
    </Paper>
  )
}

function EmptyList({ didYouMean, onClear }: { didYouMean: string | undefined; onClear: () => void }) {
  return (
    <MessageCard title="No matching requests">
      {didYouMean === undefined ? (
        <p>Try fewer words or remove a filter.</p>
      ) : (
        <p>
          Did you mean{' '}
          <Link to="/admin" search={(former) => ({ ...former, q: didYouMean })}>
            <bdi>{didYouMean}</bdi>
          </Link>
          ?
        </p>
      )}
      <Button onClick={onClear}>Show all requests</Button>
    </MessageCard>
  )
}

type EstimateRowsProps = Omit<RowsProps, 'measurements'> & { view: ListViewName; change: ChangeSearch }

/** Renders only estimates in or near the window. */
function EstimateRows({ view, change, ...list }: EstimateRowsProps) {
  const { rowMeasurements } = useStaff().listView
  const isWide = useFrom('lg')
  if (view === 'compact' && isWide)
    return <EstimateTable {...list} measurements={rowMeasurements.table} change={change} />
  const layout = view === 'compact' ? 'lines' : 'cards'
  return <EstimateList key={layout} {...list} measurements={rowMeasurements[layout]} layout={layout} />
}
