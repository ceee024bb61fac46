import { expect, it } from 'vitest'
import { perMinute } from '#server/mail/templates/per-minute.ts'
import { minuteMs } from '#shared/durations.ts'

it('formats once for all instants of a minute, and again for another one', () => {
  const formatted: number[] = []
  const text = perMinute((instant) => {
    formatted.push(instant.getTime())
    return instant.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length)
  })
  const at = Date.parse('2026-01-31T23:59:00Z')
  expect([0, 59_999, 60_000, -1, 30_000].map((ms) => text(new Date(at + ms)))).toEqual([
    '2026-01-31T23:59',
    '2026-01-31T23:59',
    '2026-02-01T00:00',
    '2026-01-31T23:58',
    '2026-01-31T23:59',
  ])
  expect(formatted).toEqual([at, at + 60_000, at - 1])
})

it('stays right with more minutes than are kept', () => {
  const text = perMinute((instant) => String(instant.getTime()))
  const minutes = Array.from({ length: 200 }, (_, minute) => minute * minuteMs)
  for (const ms of [...minutes, ...minutes]) expect(text(new Date(ms))).toBe(String(ms))
})
