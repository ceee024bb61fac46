import { type BusinessHours, businessDayFrom, companyHours } from '#shared/business-hours.ts'
import { addDays, getMonday } from '#shared/calendar-days.ts'

/**
 * The days that are proposed for a follow-up: the next one on which the office is open, the Monday after it, and one and
 * three weeks after that.
 *
 * @param today a day in New York
 */
export function followUpDays(today: string, hours: BusinessHours | undefined = companyHours()): readonly string[] {
  const soon = businessDayFrom(addDays(today, 1), hours)
  const monday = businessDayFrom(addDays(getMonday(soon), 7), hours)
  return [soon, monday, addDays(monday, 7), addDays(monday, 21)]
}
