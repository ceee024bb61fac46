import { type BusinessHours, companyHours, readBusinessHours } from '#shared/business-hours.ts'
import { addDays, daysBetween, newYorkDay, newYorkInstant, newYorkMinutes } from '#shared/calendar-days.ts'
import { company, responsePromise } from '#shared/company.ts'
import { hourMs } from '#shared/durations.ts'
import { responseHours } from '#shared/estimates/response-clock.ts'
import { companyTimeZone, onceNeeded } from '#shared/formatting.ts'

/** Enough of a working day to keep a promise; with less, the hours alone are promised. */
const minNoticeMs = 8 * hourMs

/**
 * Says when the visitor will hear from us, such as `by tomorrow (Tue, Jan 6), 2 PM New York time`. Where there is no time to
 * name, it names the promised hours alone. After an outage of the email service, it does not promise what has passed.
 *
 * @param now when the email is sent
 */
export function contactPromise(dueAt: Date, now: Date, hours: string = company.hours): string {
  const moment = promisedTime(dueAt, hours)
  if (now >= (moment ?? dueAt)) return 'as soon as we can'
  if (!moment) return responsePromise
  const day = dayFormat().format(moment)
  const near = ['today', 'tomorrow'][daysBetween(newYorkDay(now), newYorkDay(moment))]
  return `by ${near ? `${near} (${day})` : day}, ${formatHour(moment)} New York time`
}

/**
 * The time that the visitor is promised. It is never later than the deadline, and never outside of business hours, which
 * would read like a call at night.
 *
 * @returns undefined where the deadline leaves no such time, or the hours are unknown
 */
export function promisedTime(dueAt: Date, hours: string = company.hours): Date | undefined {
  const begun = new Date(dueAt.getTime() - responseHours * hourMs)
  const open = hours === company.hours ? companyHours() : readBusinessHours(hours)
  const moment = open && lastBusinessMoment(dueAt, open)
  return moment && moment.getTime() - begun.getTime() >= minNoticeMs ? moment : undefined
}

/** Returns the latest half hour of the business day at or before an instant. */
function lastBusinessMoment(instant: Date, { weekdays, opens, closes }: BusinessHours): Date {
  let day = newYorkDay(instant)
  let minutes = Math.min(newYorkMinutes(instant) - (newYorkMinutes(instant) % 30), closes)
  while (minutes < opens || !weekdays.includes(new Date(day).getUTCDay())) {
    day = addDays(day, -1)
    minutes = closes
  }
  return newYorkInstant(day, minutes)
}

const format = (options: Intl.DateTimeFormatOptions) =>
  onceNeeded(() => new Intl.DateTimeFormat('en-US', { timeZone: companyTimeZone, ...options }))

const dayFormat = format({ weekday: 'short', month: 'short', day: 'numeric' })
const timeFormat = format({ hour: 'numeric', minute: '2-digit' })

/** For instance `2 PM` or `2:30 PM`. */
function formatHour(instant: Date): string {
  return timeFormat()
    .format(instant)
    .replace(':00', '')
    .replace(/\u202f/g, ' ')
}
