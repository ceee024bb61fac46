import { responseDueAt } from '#shared/response-clock.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** How the promise to contact a visitor in time stands, or how it was kept. */
export type ResponseState = 'due' | 'overdue' | 'answered' | 'late'

/**
 * Where the clock of a request stands, for people.
 *
 * @param firstContactAt when the visitor was contacted first; null while they were not
 */
export function responseOf(
  createdAt: Date,
  firstContactAt: Date | null,
  now: Date,
): { state: ResponseState; words: string } {
  const due = responseDueAt(createdAt)
  if (firstContactAt && firstContactAt > due) return { state: 'late', words: 'answered late' }
  if (firstContactAt) return { state: 'answered', words: `answered in ${span(createdAt, firstContactAt)}` }
  if (now > due) return { state: 'overdue', words: `overdue by ${span(due, now)}` }
  return { state: 'due', words: `due in ${span(now, due)}` }
}

/** The whole minutes, hours or days between two moments; a minute at least. */
function span(from: Date, to: Date): string {
  const ms = to.getTime() - from.getTime()
  if (ms < hourMs) return `${Math.max(1, Math.floor(ms / minuteMs))} min`
  const hours = Math.floor(ms / hourMs)
  return hours < 72 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}
