import { expect, it } from 'vitest'
import { contactPromise } from '#shared/estimates/contact-promise.ts'
import { responseDueAt } from '#shared/estimates/response-clock.ts'

const hours = 'Monday to Saturday, 7 AM to 7 PM'
const promiseFor = (submitted: string, text = hours, sent = submitted) =>
  contactPromise(responseDueAt(new Date(submitted)), new Date(sent), text)

it.each([
  ['a weekday afternoon', '2026-01-05T14:10:00-05:00', 'by tomorrow (Tue, Jan 6), 2 PM New York time'],
  ['a half hour', '2026-01-05T14:45:00-05:00', 'by tomorrow (Tue, Jan 6), 2:30 PM New York time'],
  ['the evening', '2026-01-05T23:00:00-05:00', 'by tomorrow (Tue, Jan 6), 7 PM New York time'],
  ['the night', '2026-01-05T01:53:00-05:00', 'by today (Mon, Jan 5), 7 PM New York time'],
  ['early morning', '2026-01-05T06:59:00-05:00', 'by today (Mon, Jan 5), 7 PM New York time'],
  ['Saturday morning', '2026-01-03T09:00:00-05:00', 'by today (Sat, Jan 3), 7 PM New York time'],
  ['Saturday afternoon', '2026-01-03T15:00:00-05:00', 'within 24 hours'],
  ['Sunday night, before the office opens again', '2026-01-04T01:53:00-05:00', 'within 24 hours'],
  ['Sunday afternoon', '2026-01-04T15:00:00-05:00', 'by tomorrow (Mon, Jan 5), 3 PM New York time'],
  ['the day before the clocks change', '2026-11-01T10:00:00-05:00', 'by tomorrow (Mon, Nov 2), 10 AM New York time'],
])('the promise of a contact names a time within business hours and 24 hours for %s', (_when, submitted, expected) => {
  expect(promiseFor(submitted)).toBe(expected)
})

it.each([
  ['before midnight', '2026-01-05T23:50:00-05:00', 'by tomorrow (Tue, Jan 6), 2 PM New York time'],
  ['on the day', '2026-01-06T13:59:00-05:00', 'by today (Tue, Jan 6), 2 PM New York time'],
  ['when the time has come', '2026-01-06T14:00:00-05:00', 'as soon as we can'],
  ['two days late', '2026-01-07T14:10:00-05:00', 'as soon as we can'],
])('the promise of a contact is true when the email leaves later: %s', (_when, sent, expected) => {
  expect(promiseFor('2026-01-05T14:10:00-05:00', hours, sent)).toBe(expected)
})

it('the promise of a contact that names only the hours ends with them', () => {
  const sentAt = (sent: string) => promiseFor('2026-01-03T15:00:00-05:00', hours, sent)
  expect(sentAt('2026-01-04T14:59:00-05:00')).toBe('within 24 hours')
  expect(sentAt('2026-01-04T15:00:00-05:00')).toBe('as soon as we can')
})

it('the promise of a contact names no time when the hours of the company file have another form', () => {
  expect(promiseFor('2026-01-05T14:10:00-05:00', 'By appointment')).toBe('within 24 hours')
})

it('the promise of a contact is never later than 24 hours after the submission', () => {
  for (let hour = 0; hour < 24 * 14; hour += 1) {
    const submitted = new Date(Date.UTC(2026, 2, 1, hour, 17))
    const [, day, time] =
      /\(\w+, (\w+ \d+)\), ([\d:]+ [AP]M)/.exec(contactPromise(responseDueAt(submitted), submitted, hours)) ?? []
    if (!day) continue
    const clock = time?.replace(/^(\d+) /, '$1:00 ')
    const promised = ['-05:00', '-04:00'].map((offset) => Date.parse(`${day}, 2026 ${clock} GMT${offset}`))
    expect(Math.min(...promised)).toBeLessThanOrEqual(responseDueAt(submitted).getTime())
  }
})
