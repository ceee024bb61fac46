import { describe, expect, it } from 'vitest'
import { dayAfter, newYorkDay, startOfNewYorkDay } from '#shared/new-york-days.ts'

describe('a day in New York', () => {
  it.each([
    ['2025-01-31', '2025-01-31T05:00:00.000Z'],
    ['2025-07-04', '2025-07-04T04:00:00.000Z'],
    ['2025-03-09', '2025-03-09T05:00:00.000Z'],
    ['2025-03-10', '2025-03-10T04:00:00.000Z'],
    ['2025-11-02', '2025-11-02T04:00:00.000Z'],
    ['2025-11-03', '2025-11-03T05:00:00.000Z'],
    ['1999-12-31', '1999-12-31T05:00:00.000Z'],
  ])('%s begins at %s', (day, instant) => {
    expect(startOfNewYorkDay(day).toISOString()).toBe(instant)
    expect(newYorkDay(startOfNewYorkDay(day))).toBe(day)
    expect(newYorkDay(new Date(startOfNewYorkDay(day).getTime() - 1))).not.toBe(day)
  })

  it.each([
    ['2025-02-28', '2025-03-01'],
    ['2024-02-28', '2024-02-29'],
    ['2025-12-31', '2026-01-01'],
    ['2025-03-09', '2025-03-10'],
  ])('%s is followed by %s', (day, next) => {
    expect(dayAfter(day)).toBe(next)
  })
})
