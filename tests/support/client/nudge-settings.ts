import type { NudgeSettings } from '#shared/nudges.ts'

/** What a staff member gets until they change something. */
export const nudgeSettings: NudgeSettings = {
  newEstimates: false,
  assigned: true,
  deadlines: true,
  digest: true,
  isStaffInbox: false,
}
