import { businessDayFrom, companyDays, type OfficeDays } from '#shared/business-days.ts'
import { addDays, getMonday } from '#shared/calendar-days.ts'

/**
 * The days that are proposed for a follow-up: the next one on which the office is open, the Monday after it, and one and
 * three weeks after that. In place of a closed Monday, it is the next open day.
 *
 * @param today a day in New York
 */
export function followUpDays(today: string, office: OfficeDays = companyDays()): readonly string[] {
  const soon = businessDayFrom(addDays(today, 1), office)
  const mondays = [7, 14, 28].map((days) => addDays(getMonday(soon), days))
  // After a closed week, two of them are the same day.
  return [...new Set([soon, ...mondays.map((monday) => businessDayFrom(monday, office))])]
}
