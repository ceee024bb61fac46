import type { EstimateCounts } from '#client/lib/api.ts'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import { estimateStatuses } from '#shared/estimates/estimate-status.ts'
import { ChoiceButtons } from '../ui/choice-buttons.tsx'
import { capitalizedStatus } from '../ui/work-labels.ts'
import type { ChangeSearch } from './use-list-search.ts'

type StatusTabsProps = { status: ListSearch['status']; counts: EstimateCounts | undefined; change: ChangeSearch }

/** The counts respect the other filters. */
export function StatusTabs({ status, counts, change }: StatusTabsProps) {
  const numbers = counts && Object.values(counts.statuses)
  const tabs = [
    { value: undefined, label: 'All', count: numbers?.reduce((sum, number) => sum + number, 0) },
    ...estimateStatuses.map((value) => ({
      value,
      label: capitalizedStatus(value),
      count: counts && (counts.statuses[value] ?? 0),
    })),
  ]
  return (
    <ChoiceButtons
      label="Status"
      variant="tabs"
      options={tabs}
      value={status}
      onChoose={(chosen) => change({ status: chosen })}
    />
  )
}
