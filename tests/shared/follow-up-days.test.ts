import { expect, it } from 'vitest'
import { readBusinessHours } from '#shared/business-hours.ts'
import { addDays } from '#shared/calendar-days.ts'
import { followUpDays } from '#shared/estimates/follow-up-days.ts'

const openOn = (hours: string, closedDays: readonly string[] = []) => ({ hours: readBusinessHours(hours), closedDays })
const sixDays = openOn('Monday to Saturday, 7 AM to 7 PM')
const fiveDays = openOn('Monday to Friday, 9 AM to 5 PM')

it.each([
  // November 23, 2026 is a Monday. One and three weeks after the second day follow.
  ['Monday', '2026-11-23', '2026-11-24', '2026-11-30'],
  ['Friday, before an open Saturday', '2026-11-27', '2026-11-28', '2026-11-30'],
  ['Saturday: Monday, and the next one', '2026-11-28', '2026-11-30', '2026-12-07'],
  ['Sunday: a closed Sunday is not proposed', '2026-11-29', '2026-11-30', '2026-12-07'],
  ['the last Saturday of a year', '2026-12-26', '2026-12-28', '2027-01-04'],
])('followUpDays with an open Saturday, on a %s', (_what, today, soon, later) => {
  expect(followUpDays(today, sixDays)).toEqual([soon, later, addDays(later, 7), addDays(later, 21)])
})

it('followUpDays proposes Monday and the next one on a Friday before a closed weekend', () => {
  expect(followUpDays('2026-11-27', fiveDays)).toEqual(['2026-11-30', '2026-12-07', '2026-12-14', '2026-12-28'])
})

it('followUpDays proposes a Sunday too for an office that is open every day', () => {
  const everyDay = openOn('Monday to Sunday, 7 AM to 7 PM')
  expect(followUpDays('2026-11-28', everyDay)).toEqual(['2026-11-29', '2026-11-30', '2026-12-07', '2026-12-21'])
})

it('followUpDays proposes the next open day in place of a holiday or a closed day', () => {
  // Thanksgiving is on Thursday, and the office is closed on Friday.
  const bridge = openOn('Monday to Friday, 9 AM to 5 PM', ['2026-11-27'])
  expect(followUpDays('2026-11-25', bridge)).toEqual(['2026-11-30', '2026-12-07', '2026-12-14', '2026-12-28'])
  // January 18, 2027 is Martin Luther King Jr. Day: each proposed Monday is looked at by itself.
  expect(followUpDays('2027-01-08', fiveDays)).toEqual(['2027-01-11', '2027-01-19', '2027-01-25', '2027-02-08'])
  expect(followUpDays('2026-12-29', fiveDays)).toEqual(['2026-12-30', '2027-01-04', '2027-01-11', '2027-01-25'])
})

it('followUpDays proposes a day once when the office is closed for a week', () => {
  const closedWeek = ['2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31']
  const vacation = openOn('Monday to Friday, 9 AM to 5 PM', closedWeek)
  expect(followUpDays('2026-12-21', vacation)).toEqual(['2026-12-22', '2027-01-04', '2027-01-19'])
})
