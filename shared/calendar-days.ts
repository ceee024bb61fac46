// Calendar days are texts like `2025-01-31`, and days of New York wherever a moment is involved. Texts of this form sort
// as the days do.

import { companyTimeZone, onceNeeded } from './formatting.ts'

const dayMs = 24 * 60 * 60 * 1000

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

/** The day so many days later, or earlier where they are negative. */
export function addDays(day: string, days: number): string {
  return dayAt(Date.parse(day) + days * dayMs)
}

/**
 * The same day of the month so many months later, or earlier where they are negative; the last one of the month where
 * it has no such day.
 */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0))
  return dayAt(lastOfMonth.setUTCDate(Math.min(date, lastOfMonth.getUTCDate())))
}

/** The Monday on or before a day. */
export function mondayOf(day: string): string {
  const weekday = new Date(day).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

function dayAt(utcMs: number): string {
  return new Date(utcMs).toISOString().slice(0, 'YYYY-MM-DD'.length)
}
