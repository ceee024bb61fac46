import { describe, expect, it } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import { responseDueAt, responseLabel, responseState } from '#shared/estimates/response-clock.ts'
import { formatDayAndTime } from '#shared/formatting.ts'

const createdAt = new Date('2026-01-05T20:10:00Z')
const dueAt = responseDueAt(createdAt)
const later = (ms: number) => new Date(createdAt.getTime() + ms)

const open = { status: 'new', outcome: 'open' }
const waiting = (ms: number) => responseState({ ...open, dueAt, firstContactAt: null }, later(ms))
const contacted = (ms: number, now = later(400 * dayMs)) =>
  responseState({ ...open, dueAt, firstContactAt: later(ms) }, now)

describe('the deadline', () => {
  const asRead = (from: string) => formatDayAndTime(responseDueAt(new Date(from)))

  it('the deadline is 24 hours after the submission', () => {
    expect(responseDueAt(createdAt)).toEqual(new Date('2026-01-06T20:10:00Z'))
    expect(asRead('2026-01-05T20:10:00Z')).toBe('Tue, Jan 6, 3:10 PM')
    // This holds on a Friday, too: the weekend counts.
    expect(asRead('2026-01-09T20:10:00Z')).toBe('Sat, Jan 10, 3:10 PM')
  })

  it('the deadline reads an hour later when daylight saving time begins', () => {
    expect(formatDayAndTime(new Date('2026-03-07T20:10:00Z'))).toBe('Sat, Mar 7, 3:10 PM')
    expect(responseDueAt(new Date('2026-03-07T20:10:00Z'))).toEqual(new Date('2026-03-08T20:10:00Z'))
    expect(asRead('2026-03-07T20:10:00Z')).toBe('Sun, Mar 8, 4:10 PM')
    // The same time on the next day would be one that no clock in New York shows: 2:30 AM.
    expect(formatDayAndTime(new Date('2026-03-07T07:30:00Z'))).toBe('Sat, Mar 7, 2:30 AM')
    expect(asRead('2026-03-07T07:30:00Z')).toBe('Sun, Mar 8, 3:30 AM')
  })

  it('the deadline reads an hour earlier when daylight saving time ends', () => {
    expect(formatDayAndTime(new Date('2026-10-31T19:10:00Z'))).toBe('Sat, Oct 31, 3:10 PM')
    expect(responseDueAt(new Date('2026-10-31T19:10:00Z'))).toEqual(new Date('2026-11-01T19:10:00Z'))
    expect(asRead('2026-10-31T19:10:00Z')).toBe('Sun, Nov 1, 2:10 PM')
    // Requests an hour apart that the wall clock calls the same time are due an hour apart.
    expect(asRead('2026-11-01T05:30:00Z')).toBe('Mon, Nov 2, 12:30 AM')
    expect(asRead('2026-11-01T06:30:00Z')).toBe('Mon, Nov 2, 1:30 AM')
  })
})

it('the state counts down to the deadline and up after it', () => {
  expect(waiting(0)).toEqual({ kind: 'due', ms: dayMs })
  expect(waiting(21 * hourMs)).toEqual({ kind: 'due', ms: 3 * hourMs })
  expect(waiting(dayMs)).toEqual({ kind: 'due', ms: 0 })
  expect(waiting(dayMs + 1)).toEqual({ kind: 'overdue', ms: 1 })
  expect(waiting(26 * hourMs)).toEqual({ kind: 'overdue', ms: 2 * hourMs })
})

it('the state stays answered or answered late after the first contact', () => {
  for (const now of [later(0), later(dayMs), later(400 * dayMs)]) {
    expect(contacted(50 * minuteMs, now)).toEqual({ kind: 'answered', ms: 50 * minuteMs })
    expect(contacted(dayMs, now)).toEqual({ kind: 'answered', ms: dayMs })
    expect(contacted(dayMs + 1, now)).toEqual({ kind: 'answered-late', ms: dayMs + 1 })
  }
})

it('the state counts elapsed hours over a clock change', () => {
  const spring = { ...open, dueAt: responseDueAt(new Date('2026-03-07T20:10:00Z')), firstContactAt: null }
  expect(responseState(spring, new Date('2026-03-08T17:10:00Z'))).toEqual({ kind: 'due', ms: 3 * hourMs })
  const autumn = {
    ...open,
    dueAt: responseDueAt(new Date('2026-10-31T19:10:00Z')),
    firstContactAt: new Date('2026-11-01T19:10:00.001Z'),
  }
  expect(responseState(autumn, autumn.firstContactAt).kind).toBe('answered-late')
})

it('the response time counts from the release of a quarantined estimate', () => {
  const released = { ...open, dueAt: responseDueAt(later(3 * dayMs)), firstContactAt: null }
  expect(responseState(released, later(3 * dayMs))).toEqual({ kind: 'due', ms: dayMs })
  const called = { ...released, firstContactAt: later(3 * dayMs + hourMs) }
  expect(responseState(called, later(9 * dayMs))).toEqual({ kind: 'answered', ms: hourMs })
})

it('a closed estimate without a contact is neither due nor overdue, and its clock goes on when it is opened again', () => {
  for (const closed of [{ status: 'completed' }, { outcome: 'won' }, { outcome: 'lost' }])
    for (const now of [later(0), later(400 * dayMs)]) {
      const estimate = { ...open, ...closed, dueAt, firstContactAt: null }
      expect(responseLabel(responseState(estimate, now))).toBe('closed without contact')
      expect(responseState({ ...estimate, firstContactAt: later(hourMs) }, now).kind).toBe('answered')
    }
  expect(waiting(2 * dayMs)).toEqual({ kind: 'overdue', ms: dayMs })
})

it('the response time is never negative', () => {
  expect(contacted(-5_000)).toEqual({ kind: 'answered', ms: 0 })
})

it.each([
  [waiting(0), 'due in 24 h'],
  [waiting(1), 'due in 23 h'],
  [waiting(21 * hourMs), 'due in 3 h'],
  [waiting(23 * hourMs), 'due in 1 h'],
  [waiting(23 * hourMs + 1), 'due in 59 min'],
  [waiting(23 * hourMs + 40 * minuteMs), 'due in 20 min'],
  [waiting(dayMs - minuteMs), 'due in 1 min'],
  [waiting(dayMs - 1), 'due in 1 min'],
  [waiting(dayMs), 'due in 1 min'],
  [waiting(dayMs + 1), 'overdue by 1 min'],
  [waiting(dayMs + hourMs - 1), 'overdue by 59 min'],
  [waiting(26 * hourMs), 'overdue by 2 h'],
  [waiting(3 * dayMs - 1), 'overdue by 47 h'],
  [waiting(3 * dayMs), 'overdue by 2 days'],
  [waiting(4 * dayMs), 'overdue by 3 days'],
  [contacted(0), 'answered in 1 min'],
  [contacted(50 * minuteMs), 'answered in 50 min'],
  [contacted(dayMs), 'answered in 24 h'],
  [contacted(26 * hourMs), 'answered late, after 26 h'],
  [contacted(5 * dayMs), 'answered late, after 5 days'],
])('the label of a response state says of %j: %s', (state, words) => {
  expect(responseLabel(state)).toBe(words)
})
