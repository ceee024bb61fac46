import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'

/** The company promises to contact a visitor within this many hours. Nights and weekends count. */
export const responseHours = 24

/**
 * The instant by which a visitor must have been contacted: 24 hours that really pass, whatever the clocks on the walls
 * do meanwhile. People read it as a time in New York (see formatting.ts), so over the night in spring that skips an hour
 * it reads an hour later than the request (3:10 PM, then 4:10 PM), over the longer one in autumn an hour earlier.
 *
 * The same time on the wall on the next day would be 25 hours in autumn, more than was promised, and 23 in spring. And
 * the mails name this very instant, so what a visitor was told and what the staff's clock counts down to are one.
 */
export function responseDueAt(createdAt: Date): Date {
  return new Date(createdAt.getTime() + responseHours * hourMs)
}

/** What the clock of a request needs to know. One that is set aside has no deadline, and no clock. */
type ClockedRequest = {
  /** By when the visitor must have been contacted. */
  readonly dueAt: Date
  /** Null until the visitor was contacted. */
  readonly firstContactAt: Date | null
}

/**
 * How a request stands with the promise, and by how many milliseconds, never less than 0:
 * - `due`: how long until it is due; at the very instant it is still in time
 * - `overdue`: how long it has been
 * - `answered`, `answered-late`: how long it took to the first contact, counted from 24 hours before the deadline: from
 *   the request, or from its release where it was set aside. Neither ever changes again.
 */
export type ResponseState = {
  readonly kind: 'due' | 'overdue' | 'answered' | 'answered-late'
  readonly ms: number
}

/** How a request stands at a moment. A contact stops the clock for good, so from then on `now` has no say. */
export function responseState({ dueAt, firstContactAt }: ClockedRequest, now: Date): ResponseState {
  const due = dueAt.getTime()
  if (firstContactAt) {
    const contacted = firstContactAt.getTime()
    const kind = contacted > due ? 'answered-late' : 'answered'
    // A clock that was set back may have the contact before the request, and a visitor may be called before the release.
    return { kind, ms: Math.max(0, contacted - (due - responseHours * hourMs)) }
  }
  const left = due - now.getTime()
  return left < 0 ? { kind: 'overdue', ms: -left } : { kind: 'due', ms: left }
}

/**
 * A state in words, for instance "due in 3 h" or "answered late, after 26 h".
 *
 * Times are in one whole unit: minutes below an hour, hours below two days, then days. They are rounded down, so that
 * nobody counts on time that is not left and a delay is not called longer than it is; but never to nothing: less than a
 * minute is "1 min", before the deadline and after it.
 */
export function responseLabel({ kind, ms }: ResponseState): string {
  switch (kind) {
    case 'due':
      return `due in ${duration(ms)}`
    case 'overdue':
      return `overdue by ${duration(ms)}`
    case 'answered':
      return `answered in ${duration(ms)}`
    case 'answered-late':
      return `answered late, after ${duration(ms)}`
  }
}

function duration(ms: number): string {
  if (ms < hourMs) return `${Math.max(1, Math.floor(ms / minuteMs))} min`
  if (ms < 2 * dayMs) return `${Math.floor(ms / hourMs)} h`
  return `${Math.floor(ms / dayMs)} days`
}
