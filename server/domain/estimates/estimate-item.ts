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
  const { quarantineReasons, ...estimate } = stored
  // An estimate that was released keeps its reasons, for the timeline.
  return { ...estimate, quarantineReasons: estimate.dueAt === null ? readReasons(quarantineReasons) : [] }
}
