// biome-ignore-all lint/a11y/noRedundantRoles: some browsers drop the roles of a table that is laid out as a grid
import { getSort } from '#client/lib/search-params/list-search.ts'
import { ArrivalsPill } from './arrivals-pill.tsx'
import styles from './estimate-table.module.css'
import { EstimateTableRow } from './estimate-table-row.tsx'
import { ListEnd } from './list-end.tsx'
import { SortHeader } from './sort-header.tsx'
import { type RowsProps, useEstimateRows } from './use-estimate-rows.ts'
import type { ChangeSearch } from './use-list-search.ts'

type EstimateTableProps = RowsProps & { change: ChangeSearch }

/** The compact view of wide windows. Only columns whose order an index has can sort. */
export function EstimateTable({ change, ...list }: EstimateTableProps) {
  const { labelledBy, items, total, next, search, selection, onShowTop } = list
  const { listRef, refOf, shown, arrivals, onFocus, onBlur } = useEstimateRows<
    HTMLTableSectionElement,
    HTMLTableRowElement
  >('table', list)
  const sort = getSort(search)
  const header = { sort, onSort: (wanted: typeof sort) => change({ sort: wanted }) }
  return (
    <>
      <ArrivalsPill count={sort === 'newest' ? arrivals : 0} onShow={onShowTop} />
      <table role="table" className={styles.table} aria-labelledby={labelledBy} aria-rowcount={total + 1}>
        <thead role="rowgroup" className={styles.head}>
          <tr role="row" className={styles.columns} aria-rowindex={1}>
            <td role="cell" />
            <th role="columnheader" scope="col">
              Name
            </th>
            <th role="columnheader" scope="col">
              Type
            </th>
            <th role="columnheader" scope="col">
              Place
            </th>
            <SortHeader label="Budget" descending="budget" ascending="lowest-budget" {...header} />
            <SortHeader label="Received" descending="newest" ascending="oldest" {...header} />
            <th role="columnheader" scope="col">
              Status
            </th>
            <SortHeader label="Response" ascending="due" {...header} />
            <th role="columnheader" scope="col">
              Assigned
            </th>
            <th role="columnheader" scope="col">
              Follow-up
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup" ref={listRef} className={styles.body} onFocus={onFocus} onBlur={onBlur}>
          {shown.map((index) => {
            const estimate = items[index]
            return (
              estimate && (
                <EstimateTableRow
                  key={estimate.id}
                  rowRef={refOf(index)}
                  index={index}
                  estimate={estimate}
                  search={search}
                  selected={selection.ids.has(estimate.id)}
                  onSelect={selection.select}
                />
              )
            )
          })}
        </tbody>
      </table>
      <ListEnd loading={next.loading} failed={next.failed} onRetry={next.retry} />
    </>
  )
}
