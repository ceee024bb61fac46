import * as z from 'zod/mini'

/** The address of a staff member's calendar, below which there is a secret. */
export const calendarFeedPath = '/calendar'

export const calendarAnchor = 'calendar'

/** True makes a new address, which ends the one before. */
export const setCalendarFeedSchema = z.strictObject({ on: z.boolean() })

export type CalendarFeed = {
  /** Whether the server has the key that addresses follow from. */
  readonly hasKey: boolean
  /** Null while there is none. */
  readonly url: string | null
}
