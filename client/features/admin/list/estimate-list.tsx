import { Alert, Button, Group, Text } from '@mantine/core'
import { ArrowIcon } from '#client/components/icons.tsx'
import { getSort } from '#client/lib/search-params/list-search.ts'
import { estimateCountLabel } from '../ui/work-labels.ts'
import { CompactLine } from './compact-line.tsx'
import { EstimateCard } from './estimate-card.tsx'
import styles from './list.module.css'
import { type RowsProps, useEstimateRows } from './use-estimate-rows.ts'

type EstimateListProps = RowsProps & {
  /** `lines` are the compact view of narrow windows. */
  layout: 'cards' | 'lines'
}

export function EstimateList({ layout, ...list }: EstimateListProps) {
  const { labelledBy, items, total, search, selection } = list
  const { listRef, getRef, shown, arrivals, onFocus, onBlur } = useEstimateRows<HTMLUListElement, HTMLLIElement>(
    layout,
    list,
  )
  return (
    <>
      <ArrivalsPill {...list} count={arrivals} />
      <ul ref={listRef} className={styles.rows} aria-labelledby={labelledBy} onFocus={onFocus} onBlur={onBlur}>
        {shown.map((index) => {
          const estimate = items[index]
          return (
            estimate && (
              <li
                key={estimate.id}
                ref={getRef(index)}
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
      <ListEnd {...list} />
    </>
  )
}

type ArrivalsPillProps = Pick<RowsProps, 'search' | 'afterFocus'> & { count: number }

/** Screen readers hear of new requests from `LiveNotice`. */
export function ArrivalsPill({ search, count, afterFocus }: ArrivalsPillProps) {
  if (count === 0 || getSort(search) !== 'newest') return null
  return (
    <Button
      className={`unprinted ${styles.floating} ${styles.pill}`}
      top="4rem"
      radius="xl"
      rightSection={<ArrowIcon />}
      onClick={() => afterFocus(() => window.scrollTo(0, 0))}
    >
      {estimateCountLabel(count, 'new')}
    </Button>
  )
}

export function ListEnd({ next: { loading, failed, load }, afterFocus }: Pick<RowsProps, 'next' | 'afterFocus'>) {
  if (loading)
    return (
      <Text className="unprinted" c="dimmed" ta="center" mt="sm" p="lg">
        Loading more…
      </Text>
    )
  if (!failed) return null
  return (
    <Alert className="unprinted" mt="sm">
      <Group justify="center">
        <p>We couldn’t load more requests.</p>
        <Button variant="default" onClick={() => afterFocus(load)}>
          Retry
        </Button>
      </Group>
    </Alert>
  )
}
