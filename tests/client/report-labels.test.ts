import { describe, expect, it } from 'vitest'
import { toPeriod } from '#client/features/admin/report/periods.ts'
import { durationLabel, scaleEnd, shareLabel } from '#client/features/admin/report/report-labels.ts'
import { reportPeriods } from '#client/lib/search-params/report-search.ts'
import { minuteMs } from '#shared/durations.ts'

describe('report labels', () => {
  it.each([
    [null, '–'],
    [0, 'under 1 min'],
    [59_999, 'under 1 min'],
    [59 * minuteMs, '59 min'],
    [60 * minuteMs, '1 h'],
    [24 * 60 * minuteMs - 1, '23 h 59 min'],
    [24 * 60 * minuteMs, '1 d'],
    [51 * 60 * minuteMs, '2 d 3 h'],
  ])('labels %s milliseconds as %s', (ms, words) => {
    expect(durationLabel(ms)).toBe(words)
  })

  it.each([
    [4, 6, '67%'],
    [7, 8, '88%'],
    [6, 7, '86%'],
    [1, 3, '33%'],
    [999, 1000, '99%'],
    [1, 1000, '1%'],
    [3, 3, '100%'],
    [0, 3, '0%'],
    [0, 0, '–'],
  ])('rounds %i of %i to %s: only all is 100 percent, and only none is 0', (part, whole, label) => {
    expect(shareLabel(part, whole)).toBe(label)
  })

  it('ends a scale at an even number close above the greatest value', () => {
    expect([0, 1, 3, 10, 11, 12, 45, 55, 100, 101, 999].map(scaleEnd)).toEqual([
      2, 2, 4, 10, 12, 12, 48, 60, 100, 120, 1000,
    ])
  })
})

it('makes named periods that end today', () => {
  const starts = reportPeriods.map(({ value }) => toPeriod({ period: value }, '2026-08-31').from)
  expect(starts).toEqual(['2026-08-01', '2026-08-02', '2026-06-03', '2026-03-01', '2026-01-01'])
  expect(toPeriod({}, '2026-08-31')).toEqual({ from: '2026-06-03', to: '2026-08-31' })
})
