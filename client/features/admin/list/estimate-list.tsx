import type { VirtualItem } from '@tanstack/react-virtual'
import { useEffect } from 'react'
import type { ListedEstimate } from '#client/lib/api.ts'
import type { ListSearch } from '#client/lib/search-params/list-search.ts'
import { usePrinting } from '../layout/use-printing.ts'
import { EstimateCard } from './estimate-card.tsx'
import styles from './estimate-list.module.css'
import { ListEnd } from './list-end.tsx'
import { useVisibleRows } from './use-visible-rows.ts'

/** So many cards before the last one is reached the next page is asked for. */
const loadAhead = 15

type NextPage = {
  /** There is one, and nothing speaks against loading it. */
  wanted: boolean
  loading: boolean
  failed: boolean
  load: () => void
  retry: () => void
}

type EstimateListProps = {
  /** The id of its heading. */
  labelledBy: string
  items: readonly ListedEstimate[]
  /** How many there are in all. */
  total: number
  next: NextPage
  /** What they were found by. */
  search: ListSearch
  /** See `useVisibleRows`. */
  measurements: VirtualItem[]
}

/** The requests as a list that grows as one goes down. Only cards in or near the window are in the page. */
export function EstimateList({ labelledBy, items, total, next, search, measurements }: EstimateListProps) {
  const printing = usePrinting()
  const { listRef, rowRef, rows, lastVisible, onFocus, onBlur } = useVisibleRows(items, measurements)
  const { wanted, load } = next

  useEffect(() => {
    if (wanted && lastVisible >= items.length - loadAhead) load()
  }, [wanted, load, lastVisible, items.length])

  // On paper nobody scrolls.
  const shown = printing ? items.map((_item, index) => index) : rows
  const near = new Set(rows)
  return (
    <>
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
