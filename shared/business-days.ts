// The public pages load business-hours.ts, and must not grow by the holidays.

import { type BusinessHours, companyHours } from './business-hours.ts'
import { addDays, getMonday, isCalendarDay } from './calendar-days.ts'
import { company } from './company.ts'

export type OfficeDays = {
  /** Unknown hours close on no day. */
  readonly hours: BusinessHours | undefined
  /** The days that the company itself is closed, besides holidays. */
  readonly closedDays: readonly string[]
}

export function companyDays(): OfficeDays {
  return { hours: companyHours(), closedDays: company.closedDays }
}

/**
 * The days of a year on which business rests in New York City: New Year's Day, Martin Luther King Jr. Day, Presidents' Day,
 * Memorial Day, Juneteenth, Independence Day, Labor Day, Thanksgiving and Christmas Day. One that falls on a Sunday is kept
 * on Monday (New York General Construction Law, section 24). One that falls on a Saturday is not moved.
 */
export function businessHolidays(year: number): readonly string[] {
  const onDate = (date: string) => {
    const day = `${year}-${date}`
    return new Date(day).getUTCDay() === 0 ? addDays(day, 1) : day
  }
  const onMondayUntil = (date: string) => getMonday(`${year}-${date}`)
  return [
    onDate('01-01'),
    onMondayUntil('01-21'),
    onMondayUntil('02-21'),
    onMondayUntil('05-31'),
    onDate('06-19'),
    onDate('07-04'),
    onMondayUntil('09-07'),
    // The fourth Thursday of November follows its Monday.
    addDays(onMondayUntil('11-25'), 3),
    onDate('12-25'),
  ]
}

const holidaysByYear = new Map<number, readonly string[]>()

/** Reports ask for thousands of days. */
function isHoliday(day: string): boolean {
  const year = Number(day.slice(0, 4))
  const holidays = holidaysByYear.get(year) ?? businessHolidays(year)
  holidaysByYear.set(year, holidays)
  return holidays.includes(day)
}

export function isBusinessDay(day: string, { hours, closedDays }: OfficeDays = companyDays()): boolean {
  if (hours && !hours.weekdays.includes(new Date(day).getUTCDay())) return false
  return !closedDays.includes(day) && !isHoliday(day)
}

/** The day itself, or the next one on which the office is open. */
export function businessDayFrom(day: string, office: OfficeDays = companyDays()): string {
  return isBusinessDay(day, office) ? day : businessDayFrom(addDays(day, 1), office)
}

/** Counts from the day after the first one, which may be a day on which the office is closed. */
export function addBusinessDays(day: string, count: number, office: OfficeDays = companyDays()): string {
  return count <= 0 ? day : addBusinessDays(businessDayFrom(addDays(day, 1), office), count - 1, office)
}

/** Counts as {@link addBusinessDays} does: without the first day, but with the last. */
export function countBusinessDays(from: string, to: string, office: OfficeDays = companyDays()): number {
  let count = 0
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) if (isBusinessDay(day, office)) count += 1
  return count
}

/**
 * Checks the days of the company file. The build ends with the error, since a misspelled day would close the office on no
 * day, and nobody would notice.
 *
 * @throws {Error} that says what to correct
 */
export function checkCompanyDays(closedDays: readonly string[], estimateDays: number): void {
  const wrong = closedDays.find((day) => !isCalendarDay(day))
  if (wrong !== undefined)
    throw new Error(`The company file names the closed day ${wrong}. A day is written like 2026-12-24.`)
  if (!Number.isInteger(estimateDays) || estimateDays < 1)
    throw new Error(
      `The company file promises an estimate in ${estimateDays} business days. It takes a whole number from 1 on.`,
    )
}
