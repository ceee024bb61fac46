import { type ReactNode, useCallback, useId, useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { ChevronDownIcon } from '#client/components/icons.tsx'
import { api, type EstimateCounts } from '#client/lib/api.ts'
import { getSort } from '#client/lib/search-params/list-search.ts'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import { estimateSorts } from '#shared/estimates/estimate-list.ts'
import { formatWholeNumber } from '#shared/formatting.ts'
import { queryOptions } from '../layout/query-options.ts'
import { useStaff } from '../layout/staff-context.ts'
import fields from '../ui/fields.module.css'
import { FilterChips } from './filter-chips.tsx'
import { FilterFields } from './filter-fields.tsx'
import styles from './list-controls.module.css'
import { SearchField } from './search-field.tsx'
import { StatusTabs } from './status-tabs.tsx'
import type { ChangeSearch } from './use-list-search.ts'

const sortLabels: Record<(typeof estimateSorts)[number], string> = {
  newest: 'Newest',
  oldest: 'Oldest',
  due: 'Response due',
  budget: 'Budget',
  'lowest-budget': 'Lowest budget',
}

type ListControlsProps = {
  /** The menu of saved views, where they are not beside the list. */
  views: ReactNode
  search: ListSearch
  change: ChangeSearch
  /** Also moves the focus. */
  onClear: () => void
  /** Undefined while loading. */
  counts: EstimateCounts | undefined
}

export function ListControls({ views, search, change, onClear, counts }: ListControlsProps) {
  const { sort: _sort, view: _view, ...filter } = search
  const { listView } = useStaff()
  const sortId = useId()
  const panelId = useId()
  const [open, setOpen] = useState(listView.filtersOpen)
  const needsPeople = open || (filter.assignee !== undefined && filter.assignee !== 'none' && filter.assignee !== 'me')
  const { data: assignees } = api.estimates.assignees.useQuery(undefined, {
    enabled: needsPeople,
    ...queryOptions,
  })
  const onSearch = useCallback((q: string) => change({ q }, { replace: true }), [change])

  function toggle(): void {
    setOpen(!open)
    listView.filtersOpen = !open
  }

  return (
    <div className={open ? `${styles.controls} ${styles.open}` : styles.controls}>
      <SearchField q={filter.q ?? ''} onSearch={onSearch} />
      <div className={styles.buttons}>
        {views}
        <button
          type="button"
          className={`${buttonClass('quiet', 'compact')} ${styles.filters}`}
          aria-expanded={open}
          aria-controls={panelId}
          onClick={toggle}
        >
          Filters
          <ChevronDownIcon />
        </button>
      </div>
      <StatusTabs status={filter.status} counts={counts} change={change} />
      <div className={styles.sort}>
        <label htmlFor={sortId} className={fields.label}>
          Sort by
        </label>
        <select
          id={sortId}
          className={fields.input}
          value={getSort(search)}
          onChange={({ currentTarget: { value } }) => change({ sort: estimateSorts.find((sort) => sort === value) })}
        >
          {estimateSorts.map((sort) => (
            <option key={sort} value={sort}>
              {sortLabels[sort]}
            </option>
          ))}
        </select>
      </div>
      <div id={panelId} className={styles.panel}>
        {open && <FilterFields filter={filter} assignees={assignees} change={change} />}
      </div>
      <FilterChips filter={filter} assignees={assignees} change={change} onClear={onClear} />
      {counts !== undefined && counts.quarantined > 0 && filter.spam === undefined && (
        <button
          type="button"
          className={styles.clear}
          onClick={() => change({ spam: 'quarantined', status: undefined })}
        >
          {`${formatWholeNumber(counts.quarantined)} set aside as possible spam`}
        </button>
      )}
    </div>
  )
}
