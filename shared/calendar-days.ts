// Calendar days are texts like `2025-01-31`, and days of New York wherever a moment is involved. Texts of this form sort
// as the days do.

import { dayMs } from './durations.ts'
import { companyTimeZone, onceNeeded } from './formatting.ts'

/** The days that are taken from outside. Nothing of this company is before or after them. */
export const firstCalendarDay = '1900-01-01'
export const lastCalendarDay = '2199-12-31'

/** Whether a value is a day that the calendar has, from {@link firstCalendarDay} to {@link lastCalendarDay}. */
export function isCalendarDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false
  if (value < firstCalendarDay || value > lastCalendarDay) return false
  const ms = Date.parse(value)
  return !Number.isNaN(ms) && dayAt(ms) === value
}

// Of all locales this one writes `2025-01-31 15:10`.
const wallTime = onceNeeded(
  () =>
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: companyTimeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    }),
)

/** A moment as clocks and calendars in New York show it, for instance `2025-01-31 15:10`: sorts, and spreadsheets read it. */
export function newYorkTime(instant: Date): string {
  return wallTime().format(instant)
}

/** The day that it is in New York at a moment. */
export function newYorkDay(instant: Date): string {
  return newYorkTime(instant).slice(0, 'YYYY-MM-DD'.length)
}

/** The moment at which a day begins in New York. The clocks never change at midnight there. */
export function startOfNewYorkDay(day: string): Date {
  const inSummer = new Date(`${day}T04:00:00Z`)
  return newYorkDay(inSummer) === day ? inSummer : new Date(`${day}T05:00:00Z`)
}

/**
 * The day so many days later, or earlier where they are negative.
 *
 * @throws {RangeError} in any of these functions, for a result that is not in the years 0000 to 9999
 */
export function addDays(day: string, days: number): string {
  return dayAt(Date.parse(day) + days * dayMs)
}

/** How many days the second one is after the first one; negative where it is before. */
export function daysBetween(first: string, second: string): number {
  return (Date.parse(second) - Date.parse(first)) / dayMs
}

/**
 * The same day of the month so many months later, or earlier where they are negative; the last one of the month where
 * it has no such day.
 */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  // Date.UTC takes the years 0 to 99 for 1900 to 1999.
  const lastOfMonth = new Date(new Date(0).setUTCFullYear(year, month + months, 0))
  return dayAt(lastOfMonth.setUTCDate(Math.min(date, lastOfMonth.getUTCDate())))
}

/** The Monday on or before a day. */
export function mondayOf(day: string): string {
  const weekday = new Date(day).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

/** The first day of each week from Monday to Sunday between two days, as far as it lies between them. */
export function firstDaysOfWeeks(from: string, to: string): string[] {
  const monday = mondayOf(from)
  const weeks = Math.floor(daysBetween(monday, to) / 7) + 1
  return Array.from({ length: Math.max(0, weeks) }, (_, week) => (week === 0 ? from : addDays(monday, 7 * week)))
}

function dayAt(utcMs: number): string {
  const text = new Date(utcMs).toISOString()
  // Other years have a sign and six digits, which sort before all days.
  if (!/^\d/.test(text)) throw new RangeError('a day is not in the years 0000 to 9999')
  return text.slice(0, 'YYYY-MM-DD'.length)
}
