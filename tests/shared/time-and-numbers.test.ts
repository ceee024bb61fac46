import { expect, it } from 'vitest'
import { formatDay, formatDayAndTime, formatExactTime, formatTime, formatWholeNumber } from '#shared/formatting.ts'

it('instants are formatted in New York time', () => {
  expect(formatDayAndTime(new Date('2026-01-06T20:10:00Z'))).toBe('Tue, Jan 6, 3:10 PM')
  expect(formatDayAndTime(new Date('2026-07-04T03:59:00Z'))).toBe('Fri, Jul 3, 11:59 PM')
})

it.each([
  ['2026-11-01T04:59:00Z', '12:59 AM'],
  ['2026-11-01T05:00:00Z', '1:00 AM EDT'],
  ['2026-11-01T05:30:00Z', '1:30 AM EDT'],
  ['2026-11-01T05:59:59.999Z', '1:59 AM EDT'],
  ['2026-11-01T06:00:00Z', '1:00 AM EST'],
  ['2026-11-01T06:30:00Z', '1:30 AM EST'],
  ['2026-11-01T07:00:00Z', '2:00 AM'],
  ['2026-03-08T06:59:00Z', '1:59 AM'],
  ['2026-03-08T07:00:00Z', '3:00 AM'],
])('the zone is only said in the hour that the clocks show twice: %s is %s', (instant, time) => {
  const at = new Date(instant)
  const day = at.getUTCMonth() === 2 ? 'Sun, Mar 8' : 'Sun, Nov 1'
  expect([formatTime(at), formatDayAndTime(at), formatExactTime(at)]).toEqual([
    time,
    `${day}, ${time}`,
    `${day}, 2026, ${time}`,
  ])
})

it('days are formatted in New York time', () => {
  expect(formatDay(new Date('2025-01-05T17:00:00Z'))).toBe('Jan 5, 2025')
  expect(formatDay(new Date('2025-01-06T04:59:59.999Z'))).toBe('Jan 5, 2025')
  expect(formatDay(new Date('2025-01-06T05:00:00Z'))).toBe('Jan 6, 2025')
  // In summer the clocks are an hour nearer.
  expect(formatDay(new Date('2025-07-05T03:59:59.999Z'))).toBe('Jul 4, 2025')
  expect(formatDay(new Date('2025-07-05T04:00:00Z'))).toBe('Jul 5, 2025')
  expect(formatDay(new Date('2025-01-01T04:59:00Z'))).toBe('Dec 31, 2024')
})

it('whole numbers have thousands separators', () => {
  expect(formatWholeNumber(1250)).toBe('1,250')
  expect(formatWholeNumber(0)).toBe('0')
})
