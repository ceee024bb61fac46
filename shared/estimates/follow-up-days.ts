import { type BusinessHours, businessDayFrom, companyHours } from '#shared/business-hours.ts'
import { addDays, getMonday } from '#shared/calendar-days.ts'

export type FollowUpDays = {
  /** The next day on which the office is open: tomorrow, or Monday before a closed weekend. */
  readonly soon: string
  /** Monday of next week. Where that is `soon`, the same weekday of next week. */
  readonly later: string
}

/** @param today a day in New York */
export function followUpDays(today: string, hours: BusinessHours | undefined = companyHours()): FollowUpDays {
  const soon = businessDayFrom(addDays(today, 1), hours)
  const monday = businessDayFrom(addDays(getMonday(today), 7), hours)
  return { soon, later: monday > soon ? monday : businessDayFrom(addDays(today, 7), hours) }
}
