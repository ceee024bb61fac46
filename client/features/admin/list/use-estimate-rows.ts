import { defaultRangeExtractor, type Range, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type FocusEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ListedEstimate } from '#client/lib/api.ts'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import { readPlace, useHistoryEntry, useKeepPlace } from '../layout/list-history.ts'
import { useStaff } from '../layout/staff-context.ts'
import { usePrinting } from '../layout/use-printing.ts'
import type { ListLayout } from '../live/staff-api.ts'
import type { useEstimates } from './use-estimates.ts'
import type { Selection } from './use-selection.ts'

/** The number of rows before the end. */
const loadAhead = 15

/** The rows of every list layout. */
export type RowsProps = {
  labelledBy: string
  items: readonly ListedEstimate[]
  /** Counts all pages. */
  total: number
  next: ReturnType<typeof useEstimates>['next']
  search: ListSearch
  selection: Selection
  /** Moves the focus first, since the pressed button disappears. */
  afterFocus: (act: () => void) => void
  /** See `useVisibleRows`. */
  measurements: VirtualItem[]
}

/** Says which rows to render: those in or near the window, or all of them on paper. Loads the next page in time. */
export function useEstimateRows<List extends HTMLElement, Row extends HTMLElement>(
  layout: ListLayout,
  { items, next, measurements }: Pick<RowsProps, 'items' | 'next' | 'measurements'>,
) {
  const printing = usePrinting()
  const visible = useVisibleRows<List, Row>(layout, items, measurements)
  const { listRef, rowRef, rows, firstVisible, lastVisible, onFocus, onBlur } = visible
  const { wanted, load } = next
  const arrivals = useArrivals(items, firstVisible === 0)

  useEffect(() => {
    if (wanted && lastVisible >= items.length - loadAhead) load()
  }, [wanted, load, lastVisible, items.length])

  const near = new Set(rows)
  return {
    listRef,
    onFocus,
    onBlur,
    arrivals,
    shown: printing ? items.map((_item, index) => index) : rows,
    /** The virtualizer measures and places only what is near. */
    getRef: (index: number) => (near.has(index) ? rowRef : undefined),
  }
}

/** Counts what the live stream added above the list's top since that was last in sight. */
function useArrivals(items: readonly { id: string }[], isTopInSight: boolean): number {
  const { isNew } = useStaff()
  const top = items[0]?.id
  const [seenTop, setSeenTop] = useState(top)
  if (isTopInSight && top !== seenTop) setSeenTop(top)
  if (isTopInSight) return 0
  const end = Math.max(
    0,
    items.findIndex(({ id }) => id === seenTop),
  )
  return items.slice(0, end).filter(({ id }) => isNew(id)).length
}

type Sizes = {
  /** The height in pixels until a row is measured. */
  readonly phoneHeight: number
  readonly deskHeight: number
  /** The gap between two rows, in pixels. */
  readonly gap: number
  /** The number of rows beyond the window, for the keyboard and fast scrolling. */
  readonly overscan: number
}

const sizesByLayout: Record<ListLayout, Sizes> = {
  cards: { phoneHeight: 180, deskHeight: 130, gap: 8, overscan: 4 },
  lines: { phoneHeight: 65, deskHeight: 65, gap: 0, overscan: 8 },
  table: { phoneHeight: 44, deskHeight: 44, gap: 0, overscan: 10 },
}

/** @param measurements filled on unmount, so that Back restores the scroll position */
function useVisibleRows<List extends HTMLElement, Row extends HTMLElement>(
  layout: ListLayout,
  items: readonly { id: string }[],
  measurements: VirtualItem[],
) {
  const { phoneHeight, deskHeight, gap, overscan } = sizesByLayout[layout]
  const list = useRef<List>(null)
  const [top, setTop] = useState(0)
  const [focused, setFocused] = useState<string>()

  useLayoutEffect(() => {
    const measure = () => setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])

  const getItemKey = useCallback((index: number) => items[index]?.id ?? index, [items])

  // Keeps the focused row and its neighbors, so that Tab goes on from there.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const visible = defaultRangeExtractor(range)
      const index = items.findIndex((item) => item.id === focused)
      if (index < 0) return visible
      const around = [index - 1, index, index + 1].filter((each) => each >= 0 && each < items.length)
      return [...new Set([...visible, ...around])].sort((one, other) => one - other)
    },
    [items, focused],
  )

  const virtualizer = useWindowVirtualizer<Row>({
    count: items.length,
    estimateSize: () => (window.innerWidth < 768 ? phoneHeight : deskHeight),
    gap,
    overscan,
    scrollMargin: top,
    getItemKey,
    rangeExtractor,
    initialMeasurementsCache: measurements,
    // New estimates above do not move visible rows, except at the top of the page.
    anchorTo: window.scrollY > top ? 'end' : 'start',
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
  })

  useEffect(() => {
    return () => {
      measurements.splice(0, measurements.length, ...virtualizer.takeSnapshot())
    }
  }, [measurements, virtualizer])

  const firstVisible = virtualizer.range?.startIndex ?? 0
  useKeepPlace(() => {
    // The first visible row is partly hidden, so measuring it may move the rows below.
    const row = virtualizer.measurementsCache[Math.min(firstVisible + 1, items.length - 1)]
    if (!row || window.scrollY <= top) return undefined
    return { id: String(row.key), offset: window.scrollY - row.start, loaded: items.length }
  })

  const entry = useHistoryEntry()
  // With measurements, the router restores the scroll position exactly.
  const [former] = useState(() => (measurements.length === 0 ? readPlace(entry) : undefined))
  const isPlaced = useRef(former === undefined)
  useLayoutEffect(() => {
    if (!former || isPlaced.current || top === 0) return
    isPlaced.current = true
    const row = virtualizer.measurementsCache[items.findIndex(({ id }) => id === former.id)]
    if (row) virtualizer.scrollToOffset(row.start + former.offset)
  }, [former, top, items, virtualizer])

  const { containerRef } = virtualizer
  const listRef = useCallback(
    (element: List | null) => {
      list.current = element
      containerRef(element)
    },
    [containerRef],
  )

  return {
    listRef,
    rowRef: virtualizer.measureElement,
    rows: virtualizer.getVirtualItems().map((row) => row.index),
    firstVisible,
    lastVisible: virtualizer.range?.endIndex ?? -1,
    onFocus(event: FocusEvent<List>): void {
      const index = Number(event.target.closest('[data-index]')?.getAttribute('data-index'))
      setFocused(items[index]?.id)
    },
    onBlur({ currentTarget, target, relatedTarget }: FocusEvent<List>): void {
      const staysInList = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
      // The window lost the focus, but the element kept it.
      if (!staysInList && document.activeElement !== target) setFocused(undefined)
    },
  }
}
