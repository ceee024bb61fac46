import type { EstimateFilter } from '#shared/estimates/estimate-filter.ts'
import type { Assignee } from '#shared/estimates/estimate-work.ts'
import { filterParts } from './filter-labels.ts'
import styles from './list-controls.module.css'
import type { ChangeSearch } from './use-list-search.ts'

type FilterChipsProps = {
  filter: EstimateFilter
  /** Undefined while they load. */
  assignees: readonly Assignee[] | undefined
  change: ChangeSearch
  onClear: () => void
}

export function FilterChips({ filter, assignees, change, onClear }: FilterChipsProps) {
  const parts = filterParts(filter, assignees)
  if (parts.length === 0) return null
  return (
    <ul className={styles.chips} aria-label="Filters that are on">
      {parts.map(({ key, label }) => (
        <li key={key}>
          <button
            type="button"
            className={styles.chip}
            aria-label={`Remove ${label}`}
            onClick={() => change({ [key]: undefined })}
          >
            <bdi>{label}</bdi> <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
      <li>
        <button type="button" className={styles.clear} onClick={onClear}>
          Clear all
        </button>
      </li>
    </ul>
  )
}
