/** People read days and clock times in the company's own time zone, wherever the server or the browser is. */
export const companyTimeZone = 'America/New_York'

/** Made at the first use: one takes a phone 20 ms and more, and most pages need none of them. */
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

/** A moment as a person in New York would write it, for instance `Tue, Jan 6, 3:10 PM`. */
export function formatDayAndTime(instant: Date): string {
  // Newer ICU data puts a narrow no-break space before AM and PM, which mail programs and tests stumble over.
  return dayAndTime()
    .format(instant)
    .replace(/\u202f/g, ' ')
}

const day = dayFormat({ year: 'numeric', month: 'short', day: 'numeric' })

/** The day that a moment falls on in New York, for instance `Jan 5, 2025`. */
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

/** A moment in New York with its year, for instance `Tue, Jan 6, 2026, 3:10 PM`. */
export function formatExactTime(instant: Date): string {
  return dayOfYearAndTime()
    .format(instant)
    .replace(/\u202f/g, ' ')
}

const wholeNumber = onceNeeded(() => new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 }))

/** A whole number with thousands separators, for instance `1,250`. */
export function formatWholeNumber(value: number): string {
  return wholeNumber().format(value)
}
