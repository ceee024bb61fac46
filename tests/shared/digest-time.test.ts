import { expect, it } from 'vitest'
import { digestDay, previousDigestTime } from '#shared/digest-time.ts'

it.each([
  ['Monday before 7:00', '2026-11-23T06:59:59.999-05:00', undefined],
  ['Monday at 7:00', '2026-11-23T07:00:00.000-05:00', '2026-11-23'],
  ['Friday before noon, after an outage', '2026-11-27T11:59:59.999-05:00', '2026-11-27'],
  ['Friday at noon', '2026-11-27T12:00:00.000-05:00', undefined],
  ['Saturday', '2026-11-28T07:00:00.000-05:00', undefined],
  ['Sunday', '2026-11-29T07:00:00.000-05:00', undefined],
  ['Monday late in the evening, when it is Tuesday in UTC', '2026-11-23T22:00:00.000-05:00', undefined],
  ['the Friday before clocks go forward', '2026-03-06T12:00:00.000Z', '2026-03-06'],
  ['the Monday after clocks went forward, an hour earlier in UTC', '2026-03-09T11:00:00.000Z', '2026-03-09'],
  ['… and not before', '2026-03-09T10:59:59.999Z', undefined],
  ['the Friday before clocks go back', '2026-10-30T11:00:00.000Z', '2026-10-30'],
  ['the Monday after clocks went back, an hour later in UTC', '2026-11-02T12:00:00.000Z', '2026-11-02'],
  ['… and not before, at what was 7:00 on Friday', '2026-11-02T11:00:00.000Z', undefined],
])('the digest on %s', (_when, now, day) => {
  expect(digestDay(new Date(now))).toBe(day)
})

it.each([
  ['2026-11-24', '2026-11-23T12:00:00.000Z'],
  ['2026-11-23', '2026-11-20T12:00:00.000Z'],
  ['2026-11-02', '2026-10-30T11:00:00.000Z'],
  ['2026-03-09', '2026-03-06T12:00:00.000Z'],
])('the digest before that of %s was at %s', (day, instant) => {
  expect(previousDigestTime(day).toISOString()).toBe(instant)
})
