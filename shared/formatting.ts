import { hourMs } from './durations.ts'

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

/** The format names the zone, EDT or EST, in the hour that the clocks show twice when they go back. */
function timeFormat(day: Intl.DateTimeFormatOptions): (instant: Date) => string {
  const options = { ...day, hour: 'numeric', minute: '2-digit' } as const
  const plain = dayFormat(options)
  const withZone = dayFormat({ ...options, timeZoneName: 'short' })
  return (instant) => {
    const text = plain().format(instant)
    const isTwice = [-hourMs, hourMs].some((away) => plain().format(instant.getTime() + away) === text)
    // Newer ICU data puts a narrow no-break space before AM and PM, which some mail programs garble.
    return (isTwice ? withZone().format(instant) : text).replace(/\u202f/g, ' ')
  }
}

/** For instance `Tue, Jan 6, 3:10 PM`. */
export const formatDayAndTime = timeFormat({ weekday: 'short', month: 'short', day: 'numeric' })

/** For instance `Tue, Jan 6, 2026, 3:10 PM`. */
export const formatExactTime = timeFormat({ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' })

/** For instance `3:10 PM`. */
export const formatTime = timeFormat({})

const day = dayFormat({ year: 'numeric', month: 'short', day: 'numeric' })

/** For instance `Jan 5, 2025`. */
export function formatDay(instant: Date): string {
  return day().format(instant)
}

const monthAndDay = dayFormat({ month: 'short', day: 'numeric' })

/** For instance `Jan 5`. */
export function formatMonthAndDay(instant: Date): string {
  return monthAndDay().format(instant)
}

const dayOfYear = dayFormat({ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' })

/** For instance `Tue, Jan 6, 2026`. */
export function formatDayOfYear(instant: Date): string {
  return dayOfYear().format(instant)
}

const dayOfWeek = dayFormat({ weekday: 'short', month: 'short', day: 'numeric' })

/** For instance `Tue, Jan 6`. */
export function formatDayOfWeek(instant: Date): string {
  return dayOfWeek().format(instant)
}

const longDay = dayFormat({ weekday: 'long', month: 'long', day: 'numeric' })

/** For instance `Tuesday, January 6`. */
export function formatLongDay(instant: Date): string {
  return longDay().format(instant)
}

const weekday = dayFormat({ weekday: 'long' })

/** For instance `Tuesday`. */
export function formatWeekday(instant: Date): string {
  return weekday().format(instant)
}

const wholeNumber = onceNeeded(() => new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 }))

export function formatWholeNumber(value: number): string {
  return wholeNumber().format(value)
}

const cents = onceNeeded(() => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }))

/** For instance `$48,500` or `$48,500.50`. */
export function formatCents(amount: number): string {
  return formatExactCents(amount).replace(/\.00$/, '')
}

/** For instance `$48,500.00`, for columns of amounts. */
export function formatExactCents(amount: number): string {
  return cents().format(amount / 100)
}
