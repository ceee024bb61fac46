import ICAL from 'ical.js'
import { convertIcsCalendar } from 'ts-ics'
import { describe, expect, it } from 'vitest'
import { type CalendarEntry, writeCalendar } from '#server/visits/calendar.ts'

const id = '01999999-0000-7000-8000-000000000001'
const options = {
  method: 'request' as const,
  appOrigin: 'https://hartwell.example',
  organizer: { email: 'office@hartwell.example', name: 'Hartwell "& Sons"' },
  now: new Date('2026-11-29T12:00:00Z'),
}

function entry(from: string, to: string, more: Partial<CalendarEntry['visit']> = {}): CalendarEntry {
  const visit = {
    id,
    startsAt: new Date(from),
    endsAt: new Date(to),
    place: '12 Elm St; Troy, NY\nrear door',
    sequence: 0,
  }
  return {
    visit: { ...visit, calledOffAt: null, ...more },
    summary: 'Visit: Küche, 100% \\ “new”; and so on, until the line is much longer than seventy-five bytes 🏠🏠🏠',
    attendee: { email: 'grace@example.com', name: 'Grace\r\nATTENDEE:x' },
  }
}

/** Reads the only event with both parsers, which must agree. */
function readBoth(text: string) {
  const first = readFirst(text)
  const calendar = convertIcsCalendar(undefined, text)
  const [other] = calendar.events ?? []
  expect({
    method: calendar.method,
    uid: other?.uid,
    // This parser reads 0 as none.
    sequence: other?.sequence ?? 0,
    start: other?.start.date.toISOString(),
    end: other?.end?.date.toISOString(),
    status: other?.status,
    summary: other?.summary,
    location: other?.location,
    attendees: other?.attendees?.map(({ email }) => `mailto:${email}`),
  }).toEqual(first)
  return first
}

function readFirst(text: string) {
  const component = new ICAL.Component(ICAL.parse(text))
  const [zone] = component.getAllSubcomponents('vtimezone')
  const [found] = component.getAllSubcomponents('vevent')
  if (!zone || !found) throw new Error('no event with its zone')
  ICAL.TimezoneService.register(new ICAL.Timezone(zone))
  const event = new ICAL.Event(found)
  return {
    method: component.getFirstPropertyValue('method'),
    uid: event.uid,
    sequence: event.sequence,
    start: event.startDate.toJSDate().toISOString(),
    end: event.endDate.toJSDate().toISOString(),
    status: found.getFirstPropertyValue('status'),
    summary: event.summary,
    location: event.location,
    attendees: event.attendees.map((one) => String(one.getFirstValue()).toLowerCase()),
  }
}

describe('writeCalendar', () => {
  it('writes what two parsers read, with folded, escaped lines', () => {
    const one = entry('2027-01-12T15:00:00Z', '2027-01-12T16:30:00Z')
    const text = writeCalendar([one], options)
    expect(readBoth(text)).toEqual({
      method: 'REQUEST',
      uid: `${id}@hartwell.example`,
      sequence: 0,
      start: '2027-01-12T15:00:00.000Z',
      end: '2027-01-12T16:30:00.000Z',
      status: 'CONFIRMED',
      summary: one.summary,
      location: one.visit.place,
      attendees: ['mailto:grace@example.com'],
    })
    const lines = text.split('\r\n')
    expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
    expect(lines).toContain('DTSTART;TZID=America/New_York:20270112T100000')
    expect(lines).toContain('DTSTAMP:20261129T120000Z')
    expect(lines.filter((line) => line.startsWith('ATTENDEE'))).toHaveLength(1)
  })

  it.each([
    ['after the clocks went forward', '2027-03-14T14:00:00Z', '2027-03-14T15:00:00Z', '20270314T100000'],
    ['on the day before', '2027-03-13T15:00:00Z', '2027-03-13T16:00:00Z', '20270313T100000'],
    ['after the clocks went back', '2027-11-07T15:00:00Z', '2027-11-07T16:00:00Z', '20271107T100000'],
    ['on the day after', '2027-11-08T15:00:00Z', '2027-11-08T16:00:00Z', '20271108T100000'],
  ])('keeps the hour %s', (_when, from, to, wall) => {
    const text = writeCalendar([entry(from, to)], options)
    expect(text).toContain(`DTSTART;TZID=America/New_York:${wall}\r\n`)
    expect(readBoth(text)).toMatchObject({
      start: new Date(from).toISOString(),
      end: new Date(to).toISOString(),
    })
  })

  // The other parser lets each change of the clocks begin at midnight.
  it.each([
    ['before the clocks go forward', '2027-03-14T06:00:00Z', '2027-03-14T06:30:00Z', '20270314T010000'],
    ['before the clocks go back', '2027-11-07T04:15:00Z', '2027-11-07T04:45:00Z', '20271107T001500'],
  ])('keeps the hour %s, on that day', (_when, from, to, wall) => {
    const text = writeCalendar([entry(from, to)], options)
    expect(text).toContain(`DTSTART;TZID=America/New_York:${wall}\r\n`)
    expect(readFirst(text)).toMatchObject({ start: new Date(from).toISOString(), end: new Date(to).toISOString() })
  })

  it('keeps the hour on a server whose own zone skips it', () => {
    const { TZ } = process.env
    process.env.TZ = 'Europe/Berlin'
    try {
      const text = writeCalendar([entry('2027-03-28T06:30:00Z', '2027-03-28T07:30:00Z')], options)
      expect(text).toContain('DTSTART;TZID=America/New_York:20270328T023000\r\n')
    } finally {
      if (TZ === undefined) delete process.env.TZ
      else process.env.TZ = TZ
    }
  })

  it('gives a visit that is moved five times and called off the same UID and a growing sequence', () => {
    const read = [0, 1, 2, 3, 4, 5, 6].map((sequence) => {
      const isOff = sequence === 6
      const calledOffAt = isOff ? options.now : null
      const visit = entry(`2027-01-1${sequence}T15:00:00Z`, `2027-01-1${sequence}T16:00:00Z`, { sequence, calledOffAt })
      return readBoth(writeCalendar([visit], { ...options, method: isOff ? 'cancel' : 'request' }))
    })
    expect(new Set(read.map(({ uid }) => uid)).size).toBe(1)
    expect(read.map((one) => one.sequence)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(read.map(({ status }) => status)).toEqual([...Array(6).fill('CONFIRMED'), 'CANCELLED'])
    expect(read.at(-1)?.method).toBe('CANCEL')
  })
})
