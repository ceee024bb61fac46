import type { NudgeSettings } from '#shared/nudges.ts'

/** The defaults of a staff member. */
export const nudgeSettings: NudgeSettings = {
  newEstimates: false,
  assigned: true,
  deadlines: true,
  digest: true,
  isStaffInbox: false,
}
