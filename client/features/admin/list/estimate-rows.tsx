import type { ListViewName } from '#shared/estimates/estimate-list.ts'
import { useStaff } from '../layout/staff-context.ts'
import { EstimateList } from './estimate-list.tsx'
import { EstimateTable } from './estimate-table.tsx'
import type { RowsProps } from './use-estimate-rows.ts'
import type { ChangeSearch } from './use-list-search.ts'
import { useWide } from './use-wide.ts'

type EstimateRowsProps = Omit<RowsProps, 'measurements'> & { view: ListViewName; change: ChangeSearch }

/** Renders only estimates in or near the window. */
export function EstimateRows({ view, change, ...list }: EstimateRowsProps) {
  const { rowMeasurements } = useStaff().listView
  const isWide = useWide()
  if (view === 'compact' && isWide)
    return <EstimateTable {...list} measurements={rowMeasurements.table} change={change} />
  const layout = view === 'compact' ? 'lines' : 'cards'
  return <EstimateList key={layout} {...list} measurements={rowMeasurements[layout]} layout={layout} />
}
