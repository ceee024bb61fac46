import { daysBetween, newYorkDay } from '#shared/calendar-days.ts'
import { formatDayAndTime, formatWholeNumber } from '#shared/formatting.ts'
import { maxOpenCount, type OpenInvitation, type Person } from '#shared/people.ts'
import { shortDayLabel } from '../ui/work-labels.ts'

/** For instance “today”, “yesterday”, “4 days ago” or “Jan 5, 2025”. */
export function dayAgo(instant: string, now: Date): string {
  const [day, today] = [newYorkDay(new Date(instant)), newYorkDay(now)]
  const days = daysBetween(day, today)
  if (days <= 0) return 'today'
  if (days === 1) return 'yesterday'
  return days < 14 ? `${days} days ago` : shortDayLabel(day, today)
}

export function lastSeenText({ lastSeenAt }: Pick<Person, 'lastSeenAt'>, now: Date): string {
  return lastSeenAt === null ? 'Not seen yet' : `Seen ${dayAgo(lastSeenAt, now)}`
}

export function secondFactorText({ secondFactorSince: since }: Pick<Person, 'secondFactorSince'>, now: Date): string {
  return since === null ? 'No second factor' : `Second factor since ${dayAgo(since, now)}`
}

/** For instance “Invited 2 days ago by Maria Santos.” */
export function invitedText({ at, by }: OpenInvitation, now: Date): string {
  return `Invited ${dayAgo(at, now)}${by === null ? '' : ` by ${by}`}.`
}

export function linkText({ linkUntil, isExpired }: OpenInvitation): string {
  if (isExpired) return 'The link has expired.'
  if (linkUntil === null) return 'The email is on its way.'
  return `The link works until ${formatDayAndTime(new Date(linkUntil))}.`
}

/** For instance “12 open requests”. The count ends at {@link maxOpenCount}. */
export function openCountText(count: number): string {
  if (count >= maxOpenCount) return `${formatWholeNumber(maxOpenCount)} or more open requests`
  return count === 1 ? '1 open request' : `${formatWholeNumber(count)} open requests`
}
