import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import { completedStatus } from './estimate-status.ts'

/**
 * The promised time to the first contact. Nights and weekends count. Every text that names it, and every calculation,
 * takes it from here.
 */
export const responseHours = 24

/**
 * The deadline for the first contact. It counts elapsed hours, also over a change to or from daylight saving time, when it
 * reads an hour later or earlier than the submission. The same local time on a later day would be an hour more in autumn
 * than was promised. The staff's email names this very instant.
 */
export function responseDueAt(createdAt: Date): Date {
  return new Date(createdAt.getTime() + responseHours * hourMs)
}

type ContactState = {
  /** The instant may have any of these forms. */
  readonly firstContactAt: Date | string | number | null
  readonly status: string
  readonly outcome: string
}

/** Whether the visitor still has to be contacted. A request that is won, lost or completed asks for no contact. */
export function awaitsContact({ firstContactAt, status, outcome }: ContactState): boolean {
  return firstContactAt === null && outcome === 'open' && status !== completedStatus
}

type ClockedEstimate = ContactState & {
  readonly dueAt: Date
  /** Null until the visitor was contacted. */
  readonly firstContactAt: Date | null
}

/**
 * `ms` is never negative:
 * - `due`: the time left; at the deadline itself it is still in time
 * - `overdue`: the time since the deadline
 * - `answered`, `answered-late`: the time to the first contact, counted from the promised hours before the deadline, which is the
 *   submission or its release from quarantine
 * - `closed`: 0, since the estimate was closed without a contact
 */
export type ResponseState = {
  readonly kind: 'due' | 'overdue' | 'answered' | 'answered-late' | 'closed'
  readonly ms: number
}

/** After the first contact, `now` has no effect. */
export function responseState(estimate: ClockedEstimate, now: Date): ResponseState {
  const { dueAt, firstContactAt } = estimate
  const due = dueAt.getTime()
  if (firstContactAt) {
    const contacted = firstContactAt.getTime()
    const kind = contacted > due ? 'answered-late' : 'answered'
    // The contact may be earlier than that: the clock was set back, or the visitor was called during quarantine.
    return { kind, ms: Math.max(0, contacted - (due - responseHours * hourMs)) }
  }
  if (!awaitsContact(estimate)) return { kind: 'closed', ms: 0 }
  const left = due - now.getTime()
  return left < 0 ? { kind: 'overdue', ms: -left } : { kind: 'due', ms: left }
}

/**
 * For instance "due in 3 h" or "answered late, after 26 h".
 *
 * Times are in one whole unit: minutes below an hour, hours below two days, then days. They are rounded down, so that
 * the label never promises time that is not left, but to no less than "1 min".
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
    case 'closed':
      return 'closed without contact'
  }
}

function duration(ms: number): string {
  if (ms < hourMs) return `${Math.max(1, Math.floor(ms / minuteMs))} min`
  if (ms < 2 * dayMs) return `${Math.floor(ms / hourMs)} h`
  return `${Math.floor(ms / dayMs)} days`
}
