import { company } from './company.ts'
import { toOpeningHours } from './structured-data.ts'

export type BusinessHours = {
  /** 0 is Sunday. */
  readonly weekdays: readonly number[]
  /** Both are in minutes since midnight. */
  readonly opens: number
  readonly closes: number
}

const weekdayNames = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa']

/** Returns undefined for hours in another form than `Monday to Saturday, 7 AM to 7 PM`. */
export function readBusinessHours(text: string): BusinessHours | undefined {
  const form = /^(\w\w)-(\w\w) (\d\d):(\d\d)-(\d\d):(\d\d)$/
  const [, from = '', to = '', ...clock] = form.exec(toOpeningHours(text) ?? '') ?? []
  const [opensHour = 0, opensMinute = 0, closesHour = 0, closesMinute = 0] = clock.map(Number)
  const first = weekdayNames.indexOf(from)
  const count = ((weekdayNames.indexOf(to) - first + 7) % 7) + 1
  const opens = opensHour * 60 + opensMinute
  const closes = closesHour * 60 + closesMinute
  if (first === -1) return undefined
  return { weekdays: Array.from({ length: count }, (_, index) => (first + index) % 7), opens, closes }
}

let known: { readonly text: string; readonly hours: BusinessHours | undefined } | undefined

export function companyHours(): BusinessHours | undefined {
  if (known?.text !== company.hours) known = { text: company.hours, hours: readBusinessHours(company.hours) }
  return known.hours
}
