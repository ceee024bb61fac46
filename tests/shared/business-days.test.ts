import { expect, it } from 'vitest'
import {
  addBusinessDays,
  businessDayFrom,
  businessHolidays,
  checkCompanyDays,
  countBusinessDays,
  isBusinessDay,
} from '#shared/business-days.ts'
import { readBusinessHours } from '#shared/business-hours.ts'

const openOn = (hours: string, closedDays: readonly string[] = []) => ({ hours: readBusinessHours(hours), closedDays })
const sixDays = openOn('Monday to Saturday, 7 AM to 7 PM')
const fiveDays = openOn('Monday to Friday, 9 AM to 5 PM')

it.each([
  // Independence Day is on a Saturday.
  [2026, ['01-01', '01-19', '02-16', '05-25', '06-19', '07-04', '09-07', '11-26', '12-25']],
  // Independence Day is on a Sunday; Juneteenth and Christmas Day are on a Saturday.
  [2027, ['01-01', '01-18', '02-15', '05-31', '06-19', '07-05', '09-06', '11-25', '12-25']],
  // New Year's Day is on a Saturday.
  [2028, ['01-01', '01-17', '02-21', '05-29', '06-19', '07-04', '09-04', '11-23', '12-25']],
])('the nine business holidays of %i', (year, days) => {
  expect(businessHolidays(year)).toEqual(days.map((day) => `${year}-${day}`))
})

it('New Year’s Day, Juneteenth and Christmas Day on a Sunday are kept on Monday', () => {
  expect(businessHolidays(2023)[0]).toBe('2023-01-02')
  expect(businessHolidays(2033)[4]).toBe('2033-06-20')
  expect(businessHolidays(2022)[8]).toBe('2022-12-26')
})

it('a business day is one on which the office is open, no holiday, and no closed day', () => {
  const closed = openOn('Monday to Saturday, 7 AM to 7 PM', ['2026-12-24'])
  const open = ['2026-12-23', '2026-12-24', '2026-12-25', '2026-12-26', '2026-12-27'].filter((day) =>
    isBusinessDay(day, closed),
  )
  expect(open).toEqual(['2026-12-23', '2026-12-26'])
  expect(isBusinessDay('2026-12-24', sixDays)).toBe(true)
  expect(isBusinessDay('2026-12-26', fiveDays)).toBe(false)
})

it('unknown hours close on no day but holidays and closed days', () => {
  const unknown = openOn('By appointment', ['2026-12-26'])
  const days = ['2026-12-25', '2026-12-26', '2026-12-27', '2026-12-28']
  expect(days.filter((day) => isBusinessDay(day, unknown))).toEqual(['2026-12-27', '2026-12-28'])
})

it('the company’s hours and closed days count where none are named', () => {
  // The sample company works on Saturdays.
  expect(['2026-11-26', '2026-11-28', '2026-11-29'].map((day) => isBusinessDay(day))).toEqual([false, true, false])
  expect(businessDayFrom('2026-11-26')).toBe('2026-11-27')
})

it('business days are counted from the day after the first one, over holidays and the end of a year', () => {
  expect(addBusinessDays('2026-12-23', 3, fiveDays)).toBe('2026-12-29')
  expect(addBusinessDays('2026-12-31', 1, fiveDays)).toBe('2027-01-04')
  expect(addBusinessDays('2026-12-27', 1, sixDays)).toBe('2026-12-28')
  expect(addBusinessDays('2026-12-27', 0, sixDays)).toBe('2026-12-27')
  expect(countBusinessDays('2026-12-23', '2026-12-29', fiveDays)).toBe(3)
  expect(countBusinessDays('2026-12-25', '2026-12-27', fiveDays)).toBe(0)
  expect(countBusinessDays('2026-12-29', '2026-12-23', fiveDays)).toBe(0)
})

it('the build ends with the name of a closed day that no calendar has', () => {
  expect(() => checkCompanyDays(['2026-12-24', '2027-01-02'], 3)).not.toThrow()
  for (const day of ['12/24/2026', '2026-02-30', '2026-12-4', ''])
    expect(() => checkCompanyDays(['2026-12-31', day], 3)).toThrow(`names the closed day ${day}.`)
})

it('the build ends with a number of days that cannot be promised', () => {
  for (const days of [0, -1, 2.5, Number.NaN]) expect(() => checkCompanyDays([], days)).toThrow(`in ${days} business`)
})
