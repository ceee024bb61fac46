import { getSort } from '#client/lib/search-params/list-search.ts'
import { ArrivalsPill } from './arrivals-pill.tsx'
import { CompactLine } from './compact-line.tsx'
import { EstimateCard } from './estimate-card.tsx'
import styles from './estimate-list.module.css'
import { ListEnd } from './list-end.tsx'
import { type RowsProps, useEstimateRows } from './use-estimate-rows.ts'

type EstimateListProps = RowsProps & {
  /** `lines` are the compact view of narrow windows. */
  layout: 'cards' | 'lines'
}

export function EstimateList({ layout, ...list }: EstimateListProps) {
  const { labelledBy, items, total, next, search, selection, onShowTop } = list
  const { listRef, refOf, shown, arrivals, onFocus, onBlur } = useEstimateRows<HTMLUListElement, HTMLLIElement>(
    layout,
    list,
  )
  return (
    <>
      <ArrivalsPill count={getSort(search) === 'newest' ? arrivals : 0} onShow={onShowTop} />
      <ul ref={listRef} className={styles.list} aria-labelledby={labelledBy} onFocus={onFocus} onBlur={onBlur}>
        {shown.map((index) => {
          const estimate = items[index]
          return (
            estimate && (
              <li
                key={estimate.id}
                ref={refOf(index)}
                data-index={index}
                className={styles.row}
                aria-setsize={total}
                aria-posinset={index + 1}
              >
                {layout === 'cards' ? (
                  <EstimateCard estimate={estimate} search={search} />
                ) : (
                  <CompactLine
                    estimate={estimate}
                    search={search}
                    selected={selection.ids.has(estimate.id)}
                    onSelect={selection.select}
                  />
                )}
              </li>
            )
          )
        })}
      </ul>
      <ListEnd loading={next.loading} failed={next.failed} onRetry={next.retry} />
    </>
  )
}
