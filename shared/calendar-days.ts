// Calendar days are strings like `2025-01-31`. Instants are read in New York time.

import { dayMs, minuteMs } from './durations.ts'
import { companyTimeZone, onceNeeded } from './formatting.ts'

export const firstCalendarDay = '1900-01-01'
export const lastCalendarDay = '2199-12-31'

export function isCalendarDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false
  if (value < firstCalendarDay || value > lastCalendarDay) return false
  const ms = Date.parse(value)
  return !Number.isNaN(ms) && dayAt(ms) === value
}

// This locale writes `2025-01-31 15:10`.
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

/** Spreadsheets read this form. */
export function newYorkTime(instant: Date): string {
  return wallTime().format(instant)
}

export function newYorkDay(instant: Date): string {
  return newYorkTime(instant).slice(0, 'YYYY-MM-DD'.length)
}

/**
 * Reads a wall time like `2025-01-31T15:10`. Of an hour that comes twice, it is the first.
 *
 * @returns undefined for a time that does not exist, as within the hour that is skipped in spring
 */
export function parseNewYorkTime(wall: string): Date | undefined {
  const [day, time = ''] = wall.split('T')
  if (!isCalendarDay(day) || !/^\d\d:\d\d$/.test(time)) return undefined
  const candidates = ['-04:00', '-05:00'].map((offset) => new Date(`${wall}:00${offset}`))
  return candidates.find((instant) => !Number.isNaN(instant.getTime()) && newYorkTime(instant) === `${day} ${time}`)
}

/** In New York, the clocks never change at midnight. */
export function startOfNewYorkDay(day: string): Date {
  const inSummer = new Date(`${day}T04:00:00Z`)
  return newYorkDay(inSummer) === day ? inSummer : new Date(`${day}T05:00:00Z`)
}

/** The instant at which clocks in New York show a time, also on days on which they are changed. */
export function newYorkInstant(day: string, minutesSinceMidnight: number): Date {
  const guess = new Date(startOfNewYorkDay(day).getTime() + minutesSinceMidnight * minuteMs)
  return new Date(guess.getTime() + (minutesSinceMidnight - newYorkMinutes(guess)) * minuteMs)
}

/** The minutes since midnight that clocks in New York show. */
export function newYorkMinutes(instant: Date): number {
  const [hour = 0, minute = 0] = newYorkTime(instant).slice(-'HH:MM'.length).split(':').map(Number)
  return hour * 60 + minute
}

export function isWeekday(day: string): boolean {
  const weekday = new Date(day).getUTCDay()
  return weekday !== 0 && weekday !== 6
}

/** @throws {RangeError} outside the years 0000 to 9999, like all functions here */
export function addDays(day: string, days: number): string {
  return dayAt(Date.parse(day) + days * dayMs)
}

/** Negative where the second day is earlier. */
export function daysBetween(first: string, second: string): number {
  return (Date.parse(second) - Date.parse(first)) / dayMs
}

/** Returns the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  // Date.UTC would read the years 0 to 99 as 1900 to 1999.
  const lastOfMonth = new Date(new Date(0).setUTCFullYear(year, month + months, 0))
  return dayAt(lastOfMonth.setUTCDate(Math.min(date, lastOfMonth.getUTCDate())))
}

export function getMonday(day: string): string {
  const weekday = new Date(day).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

/** Weeks begin on Monday; the first one begins with the period. */
export function firstDaysOfWeeks(from: string, to: string): string[] {
  const monday = getMonday(from)
  const weeks = Math.floor(daysBetween(monday, to) / 7) + 1
  return Array.from({ length: Math.max(0, weeks) }, (_, week) => (week === 0 ? from : addDays(monday, 7 * week)))
}

function dayAt(utcMs: number): string {
  const text = new Date(utcMs).toISOString()
  // Other years have a sign and would not sort.
  if (!/^\d/.test(text)) throw new RangeError('a day is not in the years 0000 to 9999')
  return text.slice(0, 'YYYY-MM-DD'.length)
}
