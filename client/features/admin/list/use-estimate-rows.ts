import type { VirtualItem } from '@tanstack/react-virtual'
import { useEffect, useState } from 'react'
import type { ListedEstimate } from '#client/lib/api.ts'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import { useStaff } from '../layout/staff-context.ts'
import { usePrinting } from '../layout/use-printing.ts'
import type { ListLayout } from '../live/staff-api.ts'
import type { Selection } from './use-selection.ts'
import { useVisibleRows } from './use-visible-rows.ts'

/** The number of rows before the end. */
const loadAhead = 15

type NextPage = {
  /** Whether there is one and no error stops it. */
  wanted: boolean
  loading: boolean
  failed: boolean
  load: () => void
  retry: () => void
}

/** The rows of every list layout. */
export type RowsProps = {
  labelledBy: string
  items: readonly ListedEstimate[]
  /** Counts all pages. */
  total: number
  next: NextPage
  search: ListSearch
  selection: Selection
  /** Also moves the focus. */
  onShowTop: () => void
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
    refOf: (index: number) => (near.has(index) ? rowRef : undefined),
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
