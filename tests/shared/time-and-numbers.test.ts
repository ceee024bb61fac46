import { expect, it } from 'vitest'
import { formatDay, formatDayAndTime, formatWholeNumber } from '#shared/formatting.ts'

it('instants are formatted in New York time', () => {
  expect(formatDayAndTime(new Date('2026-01-06T20:10:00Z'))).toBe('Tue, Jan 6, 3:10 PM')
  expect(formatDayAndTime(new Date('2026-07-04T03:59:00Z'))).toBe('Fri, Jul 3, 11:59 PM')
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
