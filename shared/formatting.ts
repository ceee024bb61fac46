export const companyTimeZone = 'America/New_York'

/** An Intl formatter takes a phone 20 ms, and most pages need none. */
export function onceNeeded<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}

const dayFormat = (options: Intl.DateTimeFormatOptions) =>
  onceNeeded(() => new Intl.DateTimeFormat('en-US', { timeZone: companyTimeZone, ...options }))

const dayAndTime = dayFormat({
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** For instance `Tue, Jan 6, 3:10 PM`. */
export function formatDayAndTime(instant: Date): string {
  // Newer ICU data puts a narrow no-break space before AM and PM, which some mail programs garble.
  return dayAndTime()
    .format(instant)
    .replace(/\u202f/g, ' ')
}

const day = dayFormat({ year: 'numeric', month: 'short', day: 'numeric' })

/** For instance `Jan 5, 2025`. */
export function formatDay(instant: Date): string {
  return day().format(instant)
}

const dayOfYearAndTime = dayFormat({
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** For instance `Tue, Jan 6, 2026, 3:10 PM`. */
export function formatExactTime(instant: Date): string {
  return dayOfYearAndTime()
    .format(instant)
    .replace(/\u202f/g, ' ')
}

const wholeNumber = onceNeeded(() => new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 }))

export function formatWholeNumber(value: number): string {
  return wholeNumber().format(value)
}

const calendarDayFormat = (options: Intl.DateTimeFormatOptions) =>
  onceNeeded(() => new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options }))

const calendarDay = calendarDayFormat({ weekday: 'long', month: 'long', day: 'numeric' })
const calendarWeekday = calendarDayFormat({ weekday: 'long' })

/** For instance `Tuesday, January 6` for `2026-01-06`. */
export function formatCalendarDay(day: string): string {
  return calendarDay().format(new Date(day))
}

/** For instance `Tuesday` for `2026-01-06`. */
export function formatCalendarWeekday(day: string): string {
  return calendarWeekday().format(new Date(day))
}
