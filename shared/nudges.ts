import * as z from 'zod/mini'
import { hourMs } from './durations.ts'

/** The time before the deadline when staff get a reminder about an unanswered estimate. */
export const reminderLeadHours = 2
export const reminderLeadMs = reminderLeadHours * hourMs

/** How long before the office closes staff get a reminder about a proposal that is due on that day. */
export const proposalLeadHours = 4

/** In New York, on weekdays. Holidays are not left out: on some of them the office works. */
export const digestHour = 7

/** The switches of a staff member. */
export const nudgeSwitches = ['newEstimates', 'assigned', 'deadlines', 'digest'] as const
export type NudgeSwitch = (typeof nudgeSwitches)[number]

export const nudgeSwitchSchema = z.strictObject({ name: z.enum(nudgeSwitches), on: z.boolean() })

export type NudgeSettings = Readonly<Record<NudgeSwitch, boolean>> & {
  /** The person's address is one of STAFF_INBOX, which hears of each new estimate anyway. */
  readonly isStaffInbox: boolean
}

/** The switches' labels on the account page and in the emails. */
export const nudgeLabels: Readonly<Record<NudgeSwitch, string>> = {
  newEstimates: 'New requests',
  assigned: 'Assigned to you',
  deadlines: 'Deadlines',
  digest: 'Morning digest',
}

/** The anchor of the switches on the account page. */
export const nudgesAnchor = 'notifications'
