import { describe, expect, it } from 'vitest'
import { readBusinessHours } from '#shared/business-hours.ts'
import { estimatePromise } from '#shared/company.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import { proposalClock, proposalDueAt, proposalDueOn, proposalLabel } from '#shared/estimates/proposal-clock.ts'

const openOn = (hours: string, closedDays: readonly string[] = []) => ({ hours: readBusinessHours(hours), closedDays })
const sixDays = openOn('Monday to Saturday, 7 AM to 7 PM')
const fiveDays = openOn('Monday to Friday, 9 AM to 5 PM')
const unknown = openOn('By appointment')

describe('the day on which a proposal is due', () => {
  it('is the third business day after the first contact, over Thanksgiving and a weekend', () => {
    const contactedAt = new Date('2026-11-25T10:00:00-05:00')
    expect(proposalDueOn(contactedAt, 3, sixDays)).toBe('2026-11-30')
    expect(proposalDueOn(contactedAt, 3, fiveDays)).toBe('2026-12-01')
    // The company is open from Monday to Saturday.
    expect(proposalDueOn(contactedAt)).toBe('2026-11-30')
  })

  it('is counted over the days on which the company is closed', () => {
    const closed = openOn('Monday to Friday, 9 AM to 5 PM', ['2026-11-27', '2026-12-01'])
    expect(proposalDueOn(new Date('2026-11-25T10:00:00-05:00'), 3, closed)).toBe('2026-12-03')
  })

  it('is counted from the day of the contact in New York, also late in the evening', () => {
    expect(proposalDueOn(new Date('2026-12-02T04:59:59Z'), 3, fiveDays)).toBe('2026-12-04')
    expect(proposalDueOn(new Date('2026-12-02T05:00:00Z'), 3, fiveDays)).toBe('2026-12-07')
    expect(proposalDueOn(new Date('2026-12-05T12:00:00-05:00'), 1, fiveDays)).toBe('2026-12-07')
  })

  it('ends when the office closes in New York, in winter and in summer, and with unknown hours at midnight', () => {
    const due = (day: string, office = sixDays) => proposalDueAt(day, office).toISOString()
    expect(due('2026-12-01')).toBe('2026-12-02T00:00:00.000Z')
    expect(due('2026-07-01')).toBe('2026-07-01T23:00:00.000Z')
    expect(due('2026-12-01', fiveDays)).toBe('2026-12-01T22:00:00.000Z')
    expect(due('2026-12-01', unknown)).toBe('2026-12-02T05:00:00.000Z')
    // The clocks changed in the night before.
    expect(due('2026-03-08')).toBe('2026-03-08T23:00:00.000Z')
    expect(due('2026-11-01')).toBe('2026-11-02T00:00:00.000Z')
    expect(due('2026-03-07', unknown)).toBe('2026-03-08T05:00:00.000Z')
    expect(proposalDueAt('2026-12-01').toISOString()).toBe('2026-12-02T00:00:00.000Z')
  })
})

const weekdayName = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })
const newYork = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' })

/** Reads the days of these years one by one, with none of the functions under test. */
function readCalendar(firstYear: number, lastYear: number) {
  const days: {
    readonly day: string
    readonly weekday: string
    readonly isHoliday: boolean
    readonly isChange: boolean
  }[] = []
  let isKeptOnMonday = false
  for (let at = Date.UTC(firstYear, 0, 1); at < Date.UTC(lastYear + 1, 0, 1); at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10)
    const weekday = weekdayName.format(at)
    const [month, date] = [day.slice(5, 7), Number(day.slice(8))]
    // For instance `Mon 3 in 01` for the third Monday in January.
    const name = `${weekday} ${Math.ceil(date / 7)} in ${month}`
    const hasDate = ['01-01', '06-19', '07-04', '12-25'].includes(day.slice(5))
    const isNamed = ['Mon 3 in 01', 'Mon 3 in 02', 'Mon 1 in 09', 'Thu 4 in 11'].includes(name)
    const isMemorialDay = weekday === 'Mon' && month === '05' && date + 7 > 31
    days.push({
      day,
      weekday,
      isHoliday: isKeptOnMonday || isNamed || isMemorialDay || (hasDate && weekday !== 'Sun'),
      isChange: ['Sun 2 in 03', 'Sun 1 in 11'].includes(name),
    })
    isKeptOnMonday = hasDate && weekday === 'Sun'
  }
  return days
}

describe('over ten years of contacts', () => {
  const calendar = readCalendar(2025, 2035)
  const special = new Set(calendar.filter(({ isHoliday, isChange }) => isHoliday || isChange).map(({ day }) => day))

  it('the calendar that the days are compared with has nine holidays and two changes of the clocks a year', () => {
    expect(calendar.filter(({ isHoliday }) => isHoliday)).toHaveLength(11 * 9)
    expect(special.size).toBe(11 * (9 + 2))
  })

  it.each([
    ['open on six days', sixDays, ['Sun']],
    ['open on five days', fiveDays, ['Sun', 'Sat']],
    ['with closed days', openOn('Monday to Friday, 9 AM to 5 PM', ['2026-07-06', '2029-12-24']), ['Sun', 'Sat']],
    ['with unknown hours', unknown, []],
  ])(
    'a proposal of an office %s is due on the third business day, after the contact, and never before that of an earlier contact',
    (_what, office, closedWeekdays: readonly string[]) => {
      const open = calendar
        .filter(({ weekday, isHoliday }) => !isHoliday && !closedWeekdays.includes(weekday))
        .map(({ day }) => day)
        .filter((day) => !office.closedDays.includes(day))
      const wrong: unknown[] = []
      let [count, next, before] = [0, 0, '']
      for (let at = Date.UTC(2025, 0, 1, 12); at < Date.UTC(2035, 0, 1); ) {
        const contactedOn = newYork.format(at)
        while (String(open[next]) <= contactedOn) next += 1
        const dueOn = proposalDueOn(new Date(at), 3, office)
        const isRight = dueOn === open[next + 2] && dueOn >= before && proposalDueAt(dueOn, office).getTime() > at
        if (!isRight) wrong.push([new Date(at), dueOn, open[next + 2], before])
        before = dueOn
        count += 1
        // It passes through all hours of the day, and through each half hour of holidays and of days on which clocks change.
        at += special.has(contactedOn) ? hourMs / 2 : 7 * hourMs + 61_001
      }
      expect(wrong).toEqual([])
      expect(count).toBeGreaterThan(15_000)
    },
  )
})

const contactedAt = new Date('2026-11-30T10:00:00-05:00')
const dueOn = '2026-12-03'
const at = (time: string) => new Date(`${time}:00-05:00`)
const input = { contactedAt, dueOn, sentAt: undefined, notNeeded: false, now: contactedAt }
const labelAt = (now: string, due = dueOn, office = sixDays) =>
  proposalLabel(proposalClock({ ...input, dueOn: due, now: at(now) }, office))
const labelSent = (sent: string, office = sixDays) =>
  proposalLabel(proposalClock({ ...input, sentAt: at(sent), now: at('2027-02-01T10:00') }, office))

it('the state of a proposal is due until the office closes, and overdue after it', () => {
  const stateAt = (now: string) => proposalClock({ ...input, now: at(now) }, sixDays)
  expect(stateAt('2026-11-30T10:00')).toEqual({ kind: 'due', days: 3, dueOn })
  expect(stateAt('2026-12-03T19:00')).toEqual({ kind: 'due', days: 0, dueOn })
  expect(stateAt('2026-12-03T19:01')).toEqual({ kind: 'overdue', days: 0, dueOn })
  expect(stateAt('2026-12-04T00:00')).toEqual({ kind: 'overdue', days: 1, dueOn })
})

it('the state of a proposal that was sent stays, and a decision against one gives way to it', () => {
  const sentAt = at('2026-12-03T19:00')
  for (const now of ['2026-12-03T19:00', '2027-12-03T19:00'])
    for (const notNeeded of [false, true]) {
      const state = (sent: Date) => proposalClock({ ...input, sentAt: sent, notNeeded, now: at(now) }, sixDays)
      expect(state(sentAt)).toEqual({ kind: 'sent', days: 3, dueOn })
      expect(state(new Date(sentAt.getTime() + 1))).toEqual({ kind: 'sent-late', days: 3, dueOn })
    }
  const stopped = proposalClock({ ...input, notNeeded: true, now: at('2027-01-01T00:00') }, sixDays)
  expect([stopped.kind, proposalLabel(stopped)]).toEqual(['not-needed', 'not needed'])
  // The database has null where nothing was sent.
  expect(proposalClock({ ...input, sentAt: null }, sixDays).kind).toBe('due')
})

it.each([
  ['2026-12-03T00:00', 'Proposal due today'],
  ['2026-12-03T19:00', 'Proposal due today'],
  ['2026-12-02T23:59', 'Proposal due tomorrow'],
  ['2026-12-01T12:00', 'Proposal due Thu'],
  ['2026-11-27T00:00', 'Proposal due Thu'],
  ['2026-11-26T23:59', 'Proposal due Dec 3'],
  ['2026-12-03T19:01', 'overdue today'],
  ['2026-12-03T23:59', 'overdue today'],
  ['2026-12-04T00:00', 'overdue by 1 day'],
  ['2026-12-06T12:00', 'overdue by 3 days'],
])('the label of a proposal that is due on Thursday, December 3, says on %s: %s', (now, label) => {
  expect(labelAt(now)).toBe(label)
})

it('the label of a proposal that is due weeks from now names the day', () => {
  expect(labelAt('2026-12-01T12:00', '2026-12-14')).toBe('Proposal due Dec 14')
  expect(labelAt('2026-12-31T12:00', '2027-01-07')).toBe('Proposal due Jan 7')
})

it('the label of a proposal with unknown hours is never negative', () => {
  expect(labelAt('2026-12-03T23:59', dueOn, unknown)).toBe('Proposal due today')
  expect(labelAt('2026-12-04T00:00', dueOn, unknown)).toBe('Proposal due today')
  expect(labelAt('2026-12-04T00:01', dueOn, unknown)).toBe('overdue by 1 day')
})

it.each([
  ['2026-11-30T23:59', 'sent the same day'],
  ['2026-12-01T00:00', 'sent in 1 day'],
  ['2026-12-02T10:00', 'sent in 2 days'],
  ['2026-12-03T19:00', 'sent in 3 days'],
  ['2026-12-03T19:01', 'sent late, after 3 days'],
  ['2026-12-05T10:00', 'sent late, after 5 days'],
  ['2026-12-06T10:00', 'sent late, after 5 days'],
  ['2026-12-07T10:00', 'sent late, after 6 days'],
  // The clock was set back, or the contact was logged later.
  ['2026-11-29T10:00', 'sent the same day'],
])('the label of a proposal after a contact on Monday, November 30, that is sent on %s says: %s', (sent, label) => {
  expect(labelSent(sent)).toBe(label)
})

it('the label counts business days, and a weekend as one day where it was all the time', () => {
  const friday = { ...input, contactedAt: at('2026-12-04T10:00'), dueOn: '2026-12-09' }
  const sent = (time: string) => proposalLabel(proposalClock({ ...friday, sentAt: at(time) }, fiveDays))
  expect(sent('2026-12-05T10:00')).toBe('sent in 1 day')
  expect(sent('2026-12-07T10:00')).toBe('sent in 1 day')
  expect(sent('2026-12-08T10:00')).toBe('sent in 2 days')
})

it.each([
  [3, 'within 2-3 business days'],
  [2, 'within 1-2 business days'],
  [1, 'within 1 business day'],
])('the promise of an estimate in %i business days reads: %s', (days, text) => {
  expect(estimatePromise(days)).toBe(text)
})
