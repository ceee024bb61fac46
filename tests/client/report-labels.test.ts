import { describe, expect, it } from 'vitest'
import {
  durationLabel,
  scaleEnd,
  shareLabel,
  summarySentence,
  worthLabel,
} from '#client/features/admin/report/report-labels.ts'
import { reportPeriods, toPeriod } from '#client/lib/search-params/report-search.ts'
import { minuteMs } from '#shared/durations.ts'
import { getWorth } from '#shared/estimates/budget-worth.ts'
import type { ReportAssignee } from '#shared/report.ts'
import { reportOfTwoWeeks } from '#tests/support/client/report-response.ts'

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

it.each([
  [{ from: 0, to: 0 }, '–'],
  [{ from: 0, to: null }, '–'],
  [{ from: 0, to: 30_000 }, 'up to $30K'],
  [{ from: 75_000, to: 150_000 }, 'at least $75K'],
  [{ from: 48_500, to: 48_500 }, '$48.5K'],
  [{ from: 17_600_000, to: null }, 'at least $17.6M'],
])('labels a worth of %j as %s', (worth, label) => {
  expect(worthLabel(worth)).toBe(label)
})

it('amounts of proposals stand for the budgets of their requests', () => {
  const priced = { count: 2, cents: 9_700_050 }
  expect(getWorth([{ value: '25k-50k', count: 3, priced }])).toEqual({ from: 122_000.5, to: 147_000.5 })
  expect(getWorth([{ value: 'over-500k', count: 2, priced }])).toEqual({ from: 97_000.5, to: 97_000.5 })
  expect(getWorth([{ value: 'over-500k', count: 3, priced }])).toEqual({ from: 597_000.5, to: null })
})

describe('the sentence on top of the report', () => {
  const person = (name: string, judged: number, inTime: number): ReportAssignee => ({
    assignee: { id: name, email: `${name}@builders.example`, name },
    ...{ requests: judged, judged, inTime, won: 0, lost: 0 },
    proposals: { judged: 0, inTime: 0 },
  })
  const unassigned = { ...person('', 90, 0), assignee: null }
  type Share = readonly [inTime: number, judged: number]
  function sentence(now: Share, before: Share, assignees: readonly ReportAssignee[] = []): string {
    const toTotal = ([inTime, judged]: Share) => ({ requests: 100, judged, inTime })
    const { before: earlier, ...report } = reportOfTwoWeeks
    return summarySentence({
      ...report,
      total: toTotal(now),
      before: { ...earlier, total: toTotal(before) },
      assignees,
    })
  }

  it.each<[expected: string, now: Share, before: Share]>([
    ['71% answered in time, down 9 points.', [71, 100], [80, 100]],
    ['71% answered in time, up 1 point.', [71, 100], [70, 100]],
    ['50% answered in time, the same as before.', [1, 2], [3, 6]],
    ['71% answered in time.', [71, 100], [0, 0]],
    ['All answered in time, up 1 point.', [100, 100], [999, 1000]],
    ['None answered in time, down 40 points.', [0, 3], [2, 5]],
    ['No requests were answered, and none are overdue.', [0, 0], [2, 5]],
  ])('is “%s” for the shares %j and %j', (expected, now, before) => {
    expect(sentence(now, before)).toBe(expected)
  })

  it.each<[names: string, assignees: readonly ReportAssignee[]]>([
    ['; Tom is late most often', [person('Ada', 20, 18), person('Tom', 10, 5), unassigned]],
    ['; Ada and Tom are late most often', [person('Ada', 20, 10), person('Tom', 10, 5), person('Ben', 9, 9)]],
    // Their shares are equal, there is one person, or the number says little.
    ['', [person('Ada', 20, 10), person('Tom', 10, 5)]],
    ['', [person('Tom', 10, 5), unassigned]],
    ['', [person('Ada', 20, 18), person('Tom', 4, 0)]],
  ])('ends with “%s”', (names, assignees) => {
    expect(sentence([71, 100], [80, 100], assignees)).toBe(`71% answered in time, down 9 points${names}.`)
  })
})

it('makes named periods that end today', () => {
  const starts = reportPeriods.map(({ value }) => toPeriod({ period: value }, '2026-08-31').from)
  expect(starts).toEqual(['2026-08-01', '2026-08-02', '2026-06-03', '2026-03-01', '2026-01-01'])
  expect(toPeriod({}, '2026-08-31')).toEqual({ from: '2026-06-03', to: '2026-08-31' })
})
