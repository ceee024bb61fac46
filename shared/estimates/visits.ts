import * as z from 'zod/mini'
import { calendarDay } from '#shared/calendar-day-schema.ts'
import { addDays, newYorkDay, parseNewYorkTime } from '#shared/calendar-days.ts'
import { hourMs } from '#shared/durations.ts'
import { singleLineText } from '#shared/field-atoms.ts'
import { formatDayOfWeek, formatTime } from '#shared/formatting.ts'

/** In characters; a request's location is shorter. */
export const maxVisitPlace = 200

export const visitLimits = { daysAhead: 365, hours: 12 } as const

const id = z.uuid({ error: 'There is no such request.' })
const version = z.int({ error: 'A version is a whole number.' }).check(z.gte(1))
const sequence = z.int({ error: 'A sequence is a whole number.' }).check(z.gte(0))
const clockTime = z
  .string({ error: 'Please choose a time.' })
  .check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: 'Please choose a time.' }))
/** New York's clocks show the times. */
const when = { day: calendarDay, from: clockTime, to: clockTime }

export const saveVisitSchema = z.strictObject({
  id,
  version,
  /** It is that of the visit that the page showed; null plans one. */
  sequence: z.nullable(sequence),
  ...when,
  place: singleLineText(maxVisitPlace, { length: 1, message: 'Please say where the visit is.' }),
  assigneeId: z.uuid({ error: 'Please choose who makes the visit.' }),
})
export type SaveVisit = z.infer<typeof saveVisitSchema>

export const seenVisitSchema = z.strictObject({ id, version, sequence })
export type SeenVisit = z.infer<typeof seenVisitSchema>

export const overlapsSchema = z.strictObject({ id, ...when, assigneeId: z.uuid() })
export type WantedTimes = Pick<SaveVisit, 'day' | 'from' | 'to'>

type VisitTimes = { readonly startsAt: Date; readonly endsAt: Date }
type VisitProblem = { readonly field: 'day' | 'from' | 'to'; readonly problem: string }

/** Reads the times of a visit, or says what is wrong with them. */
export function readVisitTimes({ day, from, to }: WantedTimes, now: Date): VisitTimes | VisitProblem {
  const today = newYorkDay(now)
  if (day < today) return { field: 'day', problem: 'Please choose today or a later day.' }
  if (day > addDays(today, visitLimits.daysAhead))
    return { field: 'day', problem: 'Please choose a day within a year.' }
  const [startsAt, endsAt] = [from, to].map((time) => parseNewYorkTime(`${day}T${time}`))
  const skipped = 'The clocks go forward on this day and skip this time. Please choose another.'
  if (!startsAt) return { field: 'from', problem: skipped }
  if (!endsAt) return { field: 'to', problem: skipped }
  if (endsAt <= startsAt) return { field: 'to', problem: 'Please choose a time after the beginning.' }
  if (endsAt.getTime() - startsAt.getTime() > visitLimits.hours * hourMs)
    return { field: 'to', problem: 'A visit can take at most 12 hours.' }
  return { startsAt, endsAt }
}

/** For instance `10:00 AM–11:30 AM`. Instants may be ISO 8601. */
export function formatVisitHours({ startsAt, endsAt }: { startsAt: Date | string; endsAt: Date | string }): string {
  return `${formatTime(new Date(startsAt))}–${formatTime(new Date(endsAt))}`
}

/** For instance `Tue, Jan 6, 10:00 AM–11:30 AM`. */
export function formatVisit(visit: { startsAt: Date | string; endsAt: Date | string }): string {
  return `${formatDayOfWeek(new Date(visit.startsAt))}, ${formatVisitHours(visit)}`
}

type VisitEvent = {
  readonly kind: 'visit_planned' | 'visit_moved' | 'visit_changed' | 'visit_called_off' | 'visit_done'
  readonly startsAt: string
  readonly endsAt: string
}

/** Says what happened to a visit. */
export function formatVisitEvent(event: VisitEvent): string {
  const visit = formatVisit(event)
  const words: Readonly<Record<VisitEvent['kind'], string>> = {
    visit_planned: `Visit planned for ${visit}`,
    visit_moved: `Visit moved to ${visit}`,
    visit_changed: `Visit on ${visit} changed`,
    visit_called_off: `Visit on ${visit} called off`,
    visit_done: `Visit on ${visit} done`,
  }
  return words[event.kind]
}
