import { expect, it } from 'vitest'
import { isGivenUp, maxRetryDelayMs, retryDelayMs, retrySchedule } from '#server/mail/outbox/retry-schedule.ts'

const hour = 60 * 60 * 1000

it('delays start at ten seconds, double, and stay at fifteen minutes', () => {
  const seconds = (attempts: number) => retryDelayMs(attempts, retrySchedule, 0.5) / 1000
  expect([1, 2, 3, 7, 8, 50, 5000].map(seconds)).toEqual([10, 20, 40, 640, 900, 900, 900])
})

it('jitter changes a delay by up to a fifth, and no delay exceeds the maximum', () => {
  expect(retryDelayMs(1, retrySchedule, 0)).toBe(8_000)
  expect(retryDelayMs(1, retrySchedule, 1)).toBe(12_000)
  expect(retryDelayMs(99, retrySchedule, 1)).toBe(maxRetryDelayMs(retrySchedule))
})

it('a message is retried for four days, whatever its jitter', () => {
  for (const random of [0, 0.5, 1]) {
    const createdAt = new Date('2026-01-05T12:00:00.000Z')
    let attempts = 0
    let now = createdAt
    do {
      attempts += 1
      now = new Date(now.getTime() + retryDelayMs(attempts, retrySchedule, random))
    } while (!isGivenUp({ createdAt, attempts }, now, retrySchedule))
    expect(now.getTime() - createdAt.getTime()).toBeGreaterThanOrEqual(96 * hour)
    expect(now.getTime() - createdAt.getTime()).toBeLessThan(97 * hour)
  }
})

it('a message with only a few attempts is not given up, however old it is', () => {
  const lastYear = new Date('2025-01-05T12:00:00.000Z')
  expect(isGivenUp({ createdAt: lastYear, attempts: 3 }, new Date('2026-01-05T12:00:00.000Z'), retrySchedule)).toBe(
    false,
  )
})
