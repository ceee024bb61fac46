import { useCallback, useId, useState } from 'react'
import { api, type EstimateCounts } from '#client/lib/api.ts'
import type { ListSearch } from '#client/lib/search-params/list-search.ts'
import { formatWholeNumber } from '#shared/formatting.ts'
import { queryOptions } from '../layout/query-options.ts'
import fields from '../ui/fields.module.css'
import { FilterChips } from './filter-chips.tsx'
import { FilterFields } from './filter-fields.tsx'
import styles from './list-controls.module.css'
import { SearchField } from './search-field.tsx'
import { StatusTabs } from './status-tabs.tsx'
import type { ChangeSearch } from './use-list-search.ts'

type ListControlsProps = {
  search: ListSearch
  change: ChangeSearch
  /** Also moves the focus. */
  onClear: () => void
  /** Undefined while loading. */
  counts: EstimateCounts | undefined
}

export function ListControls({ search, change, onClear, counts }: ListControlsProps) {
  const { sort, ...filter } = search
  const sortId = useId()
  const [open, setOpen] = useState(false)
  const needsPeople = open || (filter.assignee !== undefined && filter.assignee !== 'none')
  const { data: assignees = [] } = api.estimates.assignees.useQuery(undefined, {
    enabled: needsPeople,
    ...queryOptions,
  })
  const onSearch = useCallback((q: string) => change({ q }, { replace: true }), [change])

  return (
    <div className={styles.controls}>
      <SearchField q={filter.q ?? ''} onSearch={onSearch} />
      <StatusTabs status={filter.status} counts={counts} change={change} />
      <div className={styles.row}>
        <details className={styles.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>Filters</summary>
          {open && <FilterFields filter={filter} assignees={assignees} change={change} />}
        </details>
        <div className={styles.sort}>
          <label htmlFor={sortId} className={fields.label}>
            Sort by
          </label>
          <select
            id={sortId}
            className={fields.input}
            value={sort ?? 'newest'}
            onChange={({ currentTarget: { value } }) =>
              change({ sort: value === 'due' || value === 'budget' ? value : undefined })
            }
          >
            <option value="newest">Newest</option>
            <option value="due">Answer due</option>
            <option value="budget">Budget</option>
          </select>
        </div>
      </div>
      <FilterChips filter={filter} assignees={assignees} change={change} onClear={onClear} />
      {counts !== undefined && counts.quarantined > 0 && filter.spam === undefined && (
        <button
          type="button"
          className={styles.clear}
          onClick={() => change({ spam: 'quarantined', status: undefined })}
        >
          {formatWholeNumber(counts.quarantined)} set aside as possible spam
        </button>
      )}
    </div>
  )
}
