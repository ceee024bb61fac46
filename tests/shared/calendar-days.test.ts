import { describe, expect, it } from 'vitest'
import { addDays, addMonths, mondayOf, newYorkDay, newYorkTime, startOfNewYorkDay } from '#shared/calendar-days.ts'

const start = (day: string) => startOfNewYorkDay(day).toISOString()

describe('days in New York', () => {
  it('begin at midnight there, in winter, in summer, and on both days that the clocks change', () => {
    expect(start('2025-01-05')).toBe('2025-01-05T05:00:00.000Z')
    expect(start('2025-07-04')).toBe('2025-07-04T04:00:00.000Z')
    // The short day, and the one after it.
    expect([start('2025-03-09'), start('2025-03-10')]).toEqual(['2025-03-09T05:00:00.000Z', '2025-03-10T04:00:00.000Z'])
    // The long day, and the one after it.
    expect([start('2025-11-02'), start('2025-11-03')]).toEqual(['2025-11-02T04:00:00.000Z', '2025-11-03T05:00:00.000Z'])
  })

  it('are those that people there have, whatever day it is in Greenwich', () => {
    expect(newYorkDay(new Date('2025-01-06T04:59:59.999Z'))).toBe('2025-01-05')
    expect(newYorkDay(new Date('2025-01-06T05:00:00.000Z'))).toBe('2025-01-06')
    expect(newYorkTime(new Date('2025-07-04T04:05:00.000Z'))).toBe('2025-07-04 00:05')
  })
})

describe('reckoning with days', () => {
  it('adds days over the ends of months and years', () => {
    expect([addDays('2024-02-28', 1), addDays('2025-01-01', -1)]).toEqual(['2024-02-29', '2024-12-31'])
    expect(addDays('2025-03-08', 2)).toBe('2025-03-10')
  })

  it('adds months, and keeps to the last day of a shorter one', () => {
    expect([addMonths('2025-01-31', 1), addMonths('2024-01-31', 1)]).toEqual(['2025-02-28', '2024-02-29'])
    expect([addMonths('2025-01-15', -2), addMonths('2025-12-31', 60)]).toEqual(['2024-11-15', '2030-12-31'])
  })

  it('finds the Monday of a week', () => {
    expect(['2025-01-06', '2025-01-08', '2025-01-12'].map(mondayOf)).toEqual(['2025-01-06', '2025-01-06', '2025-01-06'])
  })
})
