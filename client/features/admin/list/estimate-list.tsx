import type { VirtualItem } from '@tanstack/react-virtual'
import { useEffect } from 'react'
import type { ListedEstimate } from '#client/lib/api.ts'
import { type ListSearch, sortOf } from '#client/lib/search-params/list-search.ts'
import { usePrinting } from '../layout/use-printing.ts'
import { ArrivalsPill } from './arrivals-pill.tsx'
import { EstimateCard } from './estimate-card.tsx'
import styles from './estimate-list.module.css'
import { ListEnd } from './list-end.tsx'
import { useArrivals } from './use-arrivals.ts'
import { useVisibleRows } from './use-visible-rows.ts'

/** In cards before the end. */
const loadAhead = 15

type NextPage = {
  /** Whether there is one and no error stops it. */
  wanted: boolean
  loading: boolean
  failed: boolean
  load: () => void
  retry: () => void
}

type EstimateListProps = {
  labelledBy: string
  items: readonly ListedEstimate[]
  /** Counts all pages. */
  total: number
  next: NextPage
  search: ListSearch
  /** Also moves the focus. */
  onShowTop: () => void
  /** See `useVisibleRows`. */
  measurements: VirtualItem[]
}

/** Renders only cards in or near the window. */
export function EstimateList({ labelledBy, items, total, next, search, onShowTop, measurements }: EstimateListProps) {
  const printing = usePrinting()
  const { listRef, rowRef, rows, firstVisible, lastVisible, onFocus, onBlur } = useVisibleRows(items, measurements)
  const { wanted, load } = next
  const arrivals = useArrivals(items, firstVisible === 0)

  useEffect(() => {
    if (wanted && lastVisible >= items.length - loadAhead) load()
  }, [wanted, load, lastVisible, items.length])

  // Paper does not scroll.
  const shown = printing ? items.map((_item, index) => index) : rows
  const near = new Set(rows)
  return (
    <>
      <ArrivalsPill count={sortOf(search) === 'newest' ? arrivals : 0} onShow={onShowTop} />
      <ul ref={listRef} className={styles.list} aria-labelledby={labelledBy} onFocus={onFocus} onBlur={onBlur}>
        {shown.map((index) => {
          const estimate = items[index]
          return (
            estimate && (
              <li
                key={estimate.id}
                ref={near.has(index) ? rowRef : undefined}
                data-index={index}
                className={styles.row}
                aria-setsize={total}
                aria-posinset={index + 1}
              >
                <EstimateCard estimate={estimate} search={search} />
              </li>
            )
          )
        })}
      </ul>
      <ListEnd loading={next.loading} failed={next.failed} onRetry={next.retry} />
    </>
  )
}
