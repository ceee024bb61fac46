import type { ListedEstimate, ListedWork } from '#server/database/queries/listed-estimate.ts'
import type { QuarantineReason } from '#shared/estimates/quarantine.ts'
import { readReasons } from './spam-check.ts'

/** An estimate for the staff's pages. */
export type StaffEstimate<Estimate extends ListedEstimate = ListedEstimate> = Omit<Estimate, 'quarantineReasons'> & {
  /** Empty outside of quarantine. */
  readonly quarantineReasons: readonly QuarantineReason[]
}

export type EstimateItem = StaffEstimate<ListedEstimate & ListedWork>

export function estimateItem<Estimate extends ListedEstimate>(stored: Estimate): StaffEstimate<Estimate> {
  // An estimate that was released keeps its reasons, for the timeline. Leaving the stored ones out of a copy first would
  // take as long as reading the whole page from JSON.
  return { ...stored, quarantineReasons: stored.dueAt === null ? readReasons(stored.quarantineReasons) : [] }
}
