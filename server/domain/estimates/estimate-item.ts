import type { ListedEstimate } from '#server/database/queries/listed-estimate.ts'
import type { QuarantineReason } from '#shared/estimates/quarantine.ts'
import { readReasons } from './spam-check.ts'

export type EstimateItem = Omit<ListedEstimate, 'quarantineReasons'> & {
  /** Empty outside of quarantine. */
  readonly quarantineReasons: readonly QuarantineReason[]
}

export function estimateItem({ quarantineReasons, ...estimate }: ListedEstimate): EstimateItem {
  // An estimate that was released keeps its reasons, for the timeline.
  return { ...estimate, quarantineReasons: estimate.dueAt === null ? readReasons(quarantineReasons) : [] }
}
