const timeZone = 'America/New_York'
const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

/** What New York may be behind universal time at midnight: in summer and in winter. */
const hoursBehind = [4, 5] as const

/** Made at the first use, which most pages never come to. */
let dayFormat: Intl.DateTimeFormat | undefined

/** The calendar day that it is in New York at a moment, `YYYY-MM-DD`. */
export function newYorkDay(instant: Date): string {
  // The one whose days are written with the year first.
  dayFormat ??= new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return dayFormat.format(instant)
}

/**
 * The instant at which a calendar day begins in New York, daylight-saving time or not.
 *
 * @param day `YYYY-MM-DD`
 */
export function startOfNewYorkDay(day: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const starts = hoursBehind.map((hours) => new Date(midnight + hours * hourMs))
  // In winter, the first of them is an hour before midnight, still on the day before.
  const [summer, winter = new Date(midnight)] = starts
  return summer && newYorkDay(summer) === day ? summer : winter
}

/** The calendar day after another one, both `YYYY-MM-DD`. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)
}
