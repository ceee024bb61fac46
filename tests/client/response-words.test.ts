import { describe, expect, it } from 'vitest'
import { responseOf } from '#client/features/admin/response-words.ts'

const created = new Date('2025-01-05T17:00:00Z')
const hoursOn = (hours: number, minutes = 0) => new Date(created.getTime() + (hours * 60 + minutes) * 60_000)

describe('the clock of a request', () => {
  it.each([
    [hoursOn(0), 'due', 'due in 24 h'],
    [hoursOn(20, 30), 'due', 'due in 3 h'],
    [hoursOn(23, 10), 'due', 'due in 50 min'],
    [hoursOn(24), 'due', 'due in 1 min'],
    [hoursOn(24, 1), 'overdue', 'overdue by 1 min'],
    [hoursOn(26, 59), 'overdue', 'overdue by 2 h'],
    [hoursOn(24 + 72), 'overdue', 'overdue by 3 days'],
  ])('that nobody has answered at %s is %s: %s', (now, state, words) => {
    expect(responseOf(created, null, now)).toEqual({ state, words })
  })

  it.each([
    [hoursOn(0, 50), 'answered', 'answered in 50 min'],
    [hoursOn(24), 'answered', 'answered in 24 h'],
    [hoursOn(24, 1), 'late', 'answered late'],
  ])('that was answered at %s stays %s, however late it is: %s', (contact, state, words) => {
    expect(responseOf(created, contact, hoursOn(9000))).toEqual({ state, words })
  })
})
