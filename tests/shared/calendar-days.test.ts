import { expect, it } from 'vitest'
import { calendarDay } from '#shared/calendar-day-schema.ts'
import {
  addDays,
  addMonths,
  daysBetween,
  firstDaysOfWeeks,
  getMonday,
  isCalendarDay,
  newYorkDay,
  newYorkTime,
  startOfNewYorkDay,
} from '#shared/calendar-days.ts'

const start = (day: string) => startOfNewYorkDay(day).toISOString()

it('a day begins at midnight in New York, also when the clocks change', () => {
  expect(start('2025-01-05')).toBe('2025-01-05T05:00:00.000Z')
  expect(start('2025-07-04')).toBe('2025-07-04T04:00:00.000Z')
  // The short day, and the one after it.
  expect([start('2025-03-09'), start('2025-03-10')]).toEqual(['2025-03-09T05:00:00.000Z', '2025-03-10T04:00:00.000Z'])
  // The long day, and the one after it.
  expect([start('2025-11-02'), start('2025-11-03')]).toEqual(['2025-11-02T04:00:00.000Z', '2025-11-03T05:00:00.000Z'])
})

it('an instant is on the day that it is in New York', () => {
  expect(newYorkDay(new Date('2025-01-06T04:59:59.999Z'))).toBe('2025-01-05')
  expect(newYorkDay(new Date('2025-01-06T05:00:00.000Z'))).toBe('2025-01-06')
  expect(newYorkTime(new Date('2025-07-04T04:05:00.000Z'))).toBe('2025-07-04 00:05')
})

it('addDays passes the ends of months and years', () => {
  expect([addDays('2024-02-28', 1), addDays('2025-01-01', -1)]).toEqual(['2024-02-29', '2024-12-31'])
  expect(addDays('2025-03-08', 2)).toBe('2025-03-10')
})

it('addMonths ends on the last day of a shorter month', () => {
  expect([addMonths('2025-01-31', 1), addMonths('2024-01-31', 1)]).toEqual(['2025-02-28', '2024-02-29'])
  expect([addMonths('2025-01-15', -2), addMonths('2025-12-31', 60)]).toEqual(['2024-11-15', '2030-12-31'])
})

it('getMonday returns the Monday on or before a day', () => {
  expect(['2025-01-06', '2025-01-08', '2025-01-12'].map(getMonday)).toEqual(['2025-01-06', '2025-01-06', '2025-01-06'])
})

it('years before 100 are not read as years of the 20th century', () => {
  expect([addMonths('0001-01-31', 1), addMonths('0099-12-31', 2)]).toEqual(['0001-02-28', '0100-02-28'])
  expect([addDays('0000-12-31', 1), getMonday('0000-01-03')]).toEqual(['0001-01-01', '0000-01-03'])
  expect([addMonths('0000-02-29', 48), addDays('9999-12-30', 1)]).toEqual(['0004-02-29', '9999-12-31'])
})

it('a result beyond year 9999 or before year 0 throws a RangeError', () => {
  for (const compute of [
    () => addDays('9999-12-31', 1),
    () => addDays('0000-01-01', -1),
    () => addMonths('9999-12-31', 1),
    () => addMonths('0000-01-31', -1),
    () => getMonday('0000-01-01'),
  ])
    expect(compute).toThrow(RangeError)
})

it('input accepts the days from 1900 to 2199 only', () => {
  const days = ['1900-01-01', '2000-02-29', '2199-12-31']
  for (const day of days) expect([isCalendarDay(day), calendarDay.safeParse(day).success]).toEqual([true, true])
  const others = ['1899-12-31', '2200-01-01', '0000-01-01', '9999-12-31', '2100-02-29', '2025-1-1', '+02025-01-01', 5]
  for (const day of others) expect([isCalendarDay(day), calendarDay.safeParse(day).success]).toEqual([false, false])
})

it('a wrong day has one message', () => {
  const messagesFor = (day: string) => calendarDay.safeParse(day).error?.issues.map(({ message }) => message)
  expect(messagesFor('1899-12-31')).toEqual(['A day is from 1900-01-01 to 2199-12-31.'])
  expect(messagesFor('tomorrow')).toEqual(['A day is written like 2025-01-31.'])
})

it('weeks begin on the first day of a period and on each Monday after it', () => {
  expect(firstDaysOfWeeks('2025-01-01', '2025-01-13')).toEqual(['2025-01-01', '2025-01-06', '2025-01-13'])
  expect(firstDaysOfWeeks('2025-01-06', '2025-01-12')).toEqual(['2025-01-06'])
  expect(firstDaysOfWeeks('2025-01-05', '2025-01-05')).toEqual(['2025-01-05'])
})

it('a period that ends before it begins has no weeks', () => {
  expect(firstDaysOfWeeks('2025-01-13', '2025-01-01')).toEqual([])
})

it('the weeks of any period cover each of its days once', () => {
  for (let offset = 0; offset < 300 * 365; offset += 997) {
    const from = addDays('1900-01-01', offset)
    const to = addDays(from, offset % 1_826)
    const starts = firstDaysOfWeeks(from, to)
    expect(starts[0]).toBe(from)
    for (const monday of starts.slice(1)) expect(getMonday(monday)).toBe(monday)
    const lengths = starts.map((day, week) => daysBetween(day, starts[week + 1] ?? addDays(to, 1)))
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(1)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(7)
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(daysBetween(from, to) + 1)
  }
})
