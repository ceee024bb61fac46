import { addDays, isWeekday, newYorkDay, newYorkInstant } from '#shared/calendar-days.ts'
import { digestHour } from '#shared/nudges.ts'

/** After a longer outage in the morning, the day's list on the dashboard is nearer than an email about it. */
const lastHour = 12

/** @returns the day whose digest is to be sent now: from 7:00 until noon on weekdays */
export function digestDay(now: Date): string | undefined {
  const day = newYorkDay(now)
  const isDue = isWeekday(day) && now >= digestTime(day) && now < newYorkInstant(day, lastHour * 60)
  return isDue ? day : undefined
}

/** @param day a weekday */
export function previousDigestTime(day: string): Date {
  let previous = addDays(day, -1)
  while (!isWeekday(previous)) previous = addDays(previous, -1)
  return digestTime(previous)
}

function digestTime(day: string): Date {
  return newYorkInstant(day, digestHour * 60)
}
