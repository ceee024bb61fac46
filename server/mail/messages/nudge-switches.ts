import type { NudgeSwitch } from '#shared/nudges.ts'
import type { NudgeKind } from './nudge.ts'

export const switchByKind: Readonly<Record<NudgeKind, NudgeSwitch>> = {
  'nudge.new': 'newEstimates',
  'nudge.assigned': 'assigned',
  'nudge.due-soon': 'deadlines',
  'nudge.overdue': 'deadlines',
  'nudge.proposal-next': 'deadlines',
  'nudge.proposal-today': 'deadlines',
  'nudge.proposal-overdue': 'deadlines',
  'nudge.digest': 'digest',
}

/** The columns of an account's switches. */
export const switchSelect = {
  newEstimatesSince: true,
  notifyAssigned: true,
  notifyDeadlines: true,
  notifyDigest: true,
} as const

type SwitchColumns = {
  readonly newEstimatesSince: Date | null
  readonly notifyAssigned: boolean
  readonly notifyDeadlines: boolean
  readonly notifyDigest: boolean
}

export function toSwitches(columns: SwitchColumns): Readonly<Record<NudgeSwitch, boolean>> {
  return {
    newEstimates: columns.newEstimatesSince !== null,
    assigned: columns.notifyAssigned,
    deadlines: columns.notifyDeadlines,
    digest: columns.notifyDigest,
  }
}
