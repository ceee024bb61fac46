import {
  type ICalAttendeeData,
  ICalAttendeeStatus,
  ICalCalendar,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { newYorkTime, startOfNewYorkDay } from '#shared/calendar-days.ts'
import { hourMs } from '#shared/durations.ts'
import { companyTimeZone } from '#shared/formatting.ts'

/** The rules since 2007, as RFC 5545 wants them beside each time of the zone. */
const timeZoneRules = `BEGIN:VTIMEZONE
TZID:${companyTimeZone}
BEGIN:DAYLIGHT
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
TZNAME:EDT
DTSTART:20070311T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
TZNAME:EST
DTSTART:20071104T020000
RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
END:STANDARD
END:VTIMEZONE`

/** The columns of a visit that its calendar entry shows. */
export type CalendarVisit = {
  readonly id: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly place: string
  readonly sequence: number
  readonly calledOffAt: Date | null
}

export type CalendarEntry = {
  readonly visit: CalendarVisit
  readonly summary: string
  readonly description?: string
  /** Whose calendar it is for. */
  readonly attendee?: { readonly email: string; readonly name?: string | null }
}

type CalendarOptions = {
  readonly method: 'request' | 'cancel'
  /** Its host is part of each UID, so that entries keep theirs. */
  readonly appOrigin: string
  readonly organizer: { readonly email: string; readonly name: string }
  readonly now: Date
}

const methods = {
  request: ICalCalendarMethod.REQUEST,
  cancel: ICalCalendarMethod.CANCEL,
} as const

/** Writes visits as iCalendar (RFC 5545, RFC 5546). */
export function writeCalendar(
  entries: readonly CalendarEntry[],
  { method, appOrigin, organizer, now }: CalendarOptions,
): string {
  const { host } = new URL(appOrigin)
  const calendar = new ICalCalendar({
    ...getCalendarOptions(host),
    method: methods[method],
    events: entries.map(({ attendee, ...entry }) => ({
      ...visitEvent(entry, host),
      stamp: now,
      organizer: { email: organizer.email, name: quotable(organizer.name) },
      attendees: attendee ? [toAttendee(attendee)] : [],
    })),
  })
  return `${calendar.toString()}\r\n`
}

/** What a feed shows beside visits: something that is to be done on a day, and takes none of its time. */
export type DayEntry = {
  /** The host is added when it is written. */
  readonly uid: string
  readonly day: string
  readonly summary: string
}

/** What a feed says of each of its entries. */
type FeedEntry = {
  readonly url: string
  /** Not the time of reading, since the same entries are the same text. */
  readonly stamp: Date
}

/** Writes a calendar that programs read again each hour. */
export function writeFeed(
  {
    visits,
    days,
  }: {
    readonly visits: readonly (Omit<CalendarEntry, 'attendee'> & FeedEntry)[]
    readonly days: readonly (DayEntry & FeedEntry)[]
  },
  { appOrigin, name }: { readonly appOrigin: string; readonly name: string },
): string {
  const { host } = new URL(appOrigin)
  const calendar = new ICalCalendar({
    ...getCalendarOptions(host),
    name: plain(name),
    method: ICalCalendarMethod.PUBLISH,
    ttl: hourMs / 1_000,
    events: [
      ...visits.map(({ url, stamp, ...entry }) => ({ ...visitEvent(entry, host), url, stamp })),
      ...days.map(({ uid, day, summary, url, stamp }) => ({
        id: `${uid}@${host}`,
        stamp,
        start: wallTime(startOfNewYorkDay(day)),
        allDay: true,
        transparency: ICalEventTransparency.TRANSPARENT,
        summary: plain(summary),
        url,
      })),
    ],
  })
  return `${calendar.toString()}\r\n`
}

function getCalendarOptions(host: string) {
  return {
    prodId: `//${host}//Visits//EN`,
    // With a name here, the stamps would be in the server's own zone.
    timezone: { name: null, generator: () => timeZoneRules },
  }
}

function visitEvent({ visit, summary, description }: Omit<CalendarEntry, 'attendee'>, host: string) {
  return {
    id: `${visit.id}@${host}`,
    sequence: visit.sequence,
    timezone: companyTimeZone,
    start: wallTime(visit.startsAt),
    end: wallTime(visit.endsAt),
    status: visit.calledOffAt ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    summary: plain(summary),
    location: plain(visit.place),
    ...(description === undefined ? {} : { description: plain(description) }),
  }
}

/** Nobody is asked for a reply: a visit is agreed on before it is planned. */
function toAttendee({ email, name }: NonNullable<CalendarEntry['attendee']>): ICalAttendeeData {
  return {
    email,
    ...(name ? { name: quotable(name) } : {}),
    status: ICalAttendeeStatus.NEEDSACTION,
    rsvp: false,
  }
}

/** The library would show a `Date` in the server's own zone, which may skip the hour. This is the part of Luxon's type that it reads. */
function wallTime(instant: Date) {
  const [day = '', time = ''] = newYorkTime(instant).split(' ')
  const parts: Readonly<Record<string, string>> = {
    yyyyLLdd: day.replaceAll('-', ''),
    HHmmss: `${time.replace(':', '')}00`,
  }
  const shown = {
    isValid: true,
    zone: { type: 'iana' },
    toJSDate: () => instant,
    toJSON: () => instant.toISOString(),
    setZone: () => shown,
    toFormat: (format: string) => parts[format] ?? '',
  }
  return shown
}

/** A text may have line breaks, but no other control characters. */
function plain(text: string): string {
  return text.toWellFormed().replace(/[^\P{Cc}\n]/gu, ' ')
}

/** A quoted parameter can hold neither quotes nor line breaks. */
function quotable(name: string): string {
  return plain(name).replace(/["\\\n]/g, ' ')
}
