// biome-ignore-all lint/a11y/noRedundantRoles: see estimate-table.tsx
import { ArrowIcon } from '#client/components/icons.tsx'
import type { EstimateSort } from '#shared/estimates/estimate-list.ts'
import styles from './estimate-table.module.css'

type SortHeaderProps = {
  label: string
  /** The sort of the first press, if there is one. */
  descending?: EstimateSort
  ascending: EstimateSort
  sort: EstimateSort
  onSort: (sort: EstimateSort) => void
}

/** A press sorts by the column, the next one in the other direction. A column with one direction goes back to newest. */
export function SortHeader({ label, descending, ascending, sort, onSort }: SortHeaderProps) {
  const direction = sort === ascending ? 'ascending' : sort === descending ? 'descending' : undefined
  const next = direction === 'ascending' ? (descending ?? 'newest') : direction ? ascending : (descending ?? ascending)
  return (
    <th role="columnheader" scope="col" aria-sort={direction ?? 'none'}>
      <button type="button" className={styles.sort} onClick={() => onSort(next)}>
        {label}
        <span className={direction ? styles[direction] : styles.unsorted}>
          <ArrowIcon />
        </span>
      </button>
    </th>
  )
}
