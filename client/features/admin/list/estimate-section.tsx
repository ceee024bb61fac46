import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { api, type ListedEstimate } from '#client/lib/api.ts'
import { createDeviceStorage, listViewKey } from '#client/lib/device-storage.ts'
import { listInput } from '#client/lib/search-params/list-search.ts'
import { type ListSearch, type ListViewName, listViews } from '#shared/estimates/estimate-list.ts'
import { formatWholeNumber } from '#shared/formatting.ts'
import { LoadError } from '../layout/load-error.tsx'
import { MessageCard } from '../layout/message-card.tsx'
import { NoAccess } from '../layout/no-access.tsx'
import section from '../layout/page-section.module.css'
import { queryOptions } from '../layout/query-options.ts'
import { Skeleton } from '../layout/skeleton.tsx'
import { useStaff } from '../layout/staff-context.ts'
import bar from '../layout/sticky-bar.module.css'
import { useBelow, useFrom } from '../layout/use-breakpoint.ts'
import { useRetry } from '../layout/use-retry.ts'
import { EstimateList } from './estimate-list.tsx'
import styles from './estimate-section.module.css'
import { EstimateTable } from './estimate-table.tsx'
import { ExportButton } from './export-button.tsx'
import { ListControls } from './list-controls.tsx'
import { SavedViews } from './saved-views.tsx'
import { SelectionBar } from './selection-bar.tsx'
import type { RowsProps } from './use-estimate-rows.ts'
import { useEstimates } from './use-estimates.ts'
import type { ChangeSearch } from './use-list-search.ts'
import { useListSearch } from './use-list-search.ts'
import { useSelection } from './use-selection.ts'
import { ViewSwitch } from './view-switch.tsx'
import { ViewsMenu } from './views-menu.tsx'

const storage = createDeviceStorage()

type ListViewChoice = { readonly view: ListViewName; choose(view: ListViewName): void }

/** The address decides, or else what was last chosen on this device. */
function useListView({ view: inAddress }: ListSearch, change: ChangeSearch): ListViewChoice {
  const [stored, setStored] = useState(() => listViews.find((name) => name === storage.read(listViewKey)) ?? 'cards')
  return {
    view: inAddress ?? stored,
    choose(view) {
      setStored(view)
      storage.write(listViewKey, view)
      change({ view: view === 'compact' ? view : undefined }, { replace: true })
    },
  }
}

export function EstimateSection() {
  const { email } = useStaff()
  const headingId = useId()
  const viewsId = useId()
  const { search, change, clear } = useListSearch()
  const { sort: _sort, view: _view, ...filter } = search
  const isFiltered = Object.keys(filter).length > 0
  const { view, choose } = useListView(search, change)
  const hasSide = useFrom('xl')
  const estimates = useEstimates(search)
  const { items, total = 0, refused, refetch, loadNextPage } = estimates
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

  function retryNextPage(): void {
    heading.current?.focus({ preventScroll: true })
    loadNextPage()
  }

  function clearAll(): void {
    heading.current?.focus({ preventScroll: true })
    clear()
  }

  function showTop(): void {
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }

  function content() {
    if (refused) return <NoAccess email={email} onRetry={retry} />
    if (items === undefined && estimates.isError)
      return (
        // A toast has announced it.
        <LoadError
          title="We couldn’t load the estimates"
          text="They are safe. Only this page couldn’t get them."
          onRetry={retry}
        />
      )
    if (items === undefined) return <Skeleton label="Loading estimates…" cards={3} />
    if (items.length === 0 && isFiltered) return <EmptyList onClear={clearAll} />
    if (items.length === 0)
      return (
        <div className={styles.empty}>
          <p>No project estimates found</p>
          <p className={styles.hint}>Requests from the website appear here by themselves.</p>
        </div>
      )
    return (
      <EstimateRows
        view={view}
        change={change}
        labelledBy={headingId}
        items={items}
        total={total}
        search={search}
        selection={selection}
        onShowTop={showTop}
        next={{
          wanted: estimates.hasNextPage && !estimates.isFetching && !estimates.isFetchNextPageError,
          loading: estimates.isFetchingNextPage,
          failed: estimates.isFetchNextPageError && !estimates.isFetchingNextPage,
          load: loadNextPage,
          retry: retryNextPage,
        }}
      />
    )
  }

  return (
    <section aria-labelledby={headingId}>
      <div className={bar.bar}>
        <div className={`${bar.row} ${styles.barRow}`}>
          <h2 id={headingId} ref={heading} tabIndex={-1} className={section.heading}>
            Project Estimates{known && <span className={styles.count}> ({formatWholeNumber(total)})</span>}
          </h2>
          <p role="status" className={`${section.aside} ${styles.progress}`}>
            {known && progress(items.length, total, isFiltered)}
          </p>
          {known && <ViewSwitch view={view} onChoose={choose} />}
          {known && (
            <div className={styles.actions}>
              <ExportButton search={search} />
              <NewEstimateLink />
            </div>
          )}
        </div>
      </div>
      <div className={`${section.content} ${styles.columns}`}>
        {showsControls && hasSide && (
          <nav className={styles.side} aria-labelledby={viewsId}>
            <p id={viewsId} className={styles.sideHeading}>
              Views
            </p>
            <SavedViews current={{ ...search, view }} />
          </nav>
        )}
        <div className={styles.main}>
          {showsControls && (
            <ListControls
              search={search}
              change={change}
              onClear={clearAll}
              counts={counts}
              views={!hasSide && <ViewsMenu current={{ ...search, view }} />}
            />
          )}
          {known && <SelectionBar selection={selection} shown={items.length} spam={search.spam} fallback={heading} />}
          {content()}
        </div>
      </div>
    </section>
  )
}

/** The same at each render, so that nothing depends on a new one. */
const noItems: readonly ListedEstimate[] = []

function progress(loaded: number, total: number, isFiltered: boolean): string | undefined {
  if (total === 0) return isFiltered ? 'None found' : undefined
  return `${formatWholeNumber(loaded)} of ${formatWholeNumber(total)} loaded`
}

function EmptyList({ onClear }: { onClear: () => void }) {
  return (
    <MessageCard title="No matching requests">
      <p>Try fewer words or remove a filter.</p>
      <button type="button" className={buttonClass()} onClick={onClear}>
        Show all requests
      </button>
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

/** Leads to the form for a call. In narrow windows the menu of each page has it. */
function NewEstimateLink() {
  if (useBelow('md')) return null
  return (
    <Link to="/admin/new" className={buttonClass('primary', 'compact')}>
      New estimate
    </Link>
  )
}
