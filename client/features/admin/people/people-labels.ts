import { emailsGoToFiles } from '#client/lib/page-hints.ts'
import { displayName } from '#shared/account.ts'
import { daysBetween, newYorkDay } from '#shared/calendar-days.ts'
import { formatDayAndTime, formatWholeNumber } from '#shared/formatting.ts'
import { maxOpenCount, type OpenInvitation, type Person } from '#shared/people.ts'
import { isRequiredFor, type SecondFactorDuty } from '#shared/second-factor.ts'
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
  const saved = emailsGoToFiles() ? 'The email was saved to a file. ' : ''
  if (linkUntil === null) return saved.trim() || 'The email is on its way.'
  return `${saved}The link works until ${formatDayAndTime(new Date(linkUntil))}.`
}

/** For instance “12 open requests”. The count ends at {@link maxOpenCount}. */
export function openCountText(count: number): string {
  if (count >= maxOpenCount) return `${formatWholeNumber(maxOpenCount)} or more open requests`
  return count === 1 ? '1 open request' : `${formatWholeNumber(count)} open requests`
}

const dutyTexts: Readonly<Record<SecondFactorDuty, string>> = {
  nobody: 'A second factor isn’t required.',
  administrators: 'Administrators need a second factor.',
  everybody: 'Everyone with a role needs a second factor.',
}

/** Says who has to have a second factor. */
export function dutyText(duty: SecondFactorDuty): string {
  return dutyTexts[duty]
}

/** Returns the people who would have to have a second factor and have none. */
export function peopleWhoLack(people: readonly Person[], duty: SecondFactorDuty): Person[] {
  return people.filter(({ role, secondFactorSince }) => secondFactorSince === null && isRequiredFor(duty, role))
}

const maxNamed = 3

/** For instance “You and Ben Ito have none yet.” */
export function lackingText(lacking: readonly Person[], own: string): string {
  const others = lacking.filter(({ email }) => email !== own).map(displayName)
  const names = others.length < lacking.length ? ['You', ...others] : others
  const [first] = names
  if (first === undefined) return 'All of them have one.'
  const more = names.length - maxNamed
  const shown = more > 0 ? [...names.slice(0, maxNamed), `${formatWholeNumber(more)} more`] : names
  const list = new Intl.ListFormat('en-US').format(shown)
  const verb = names.length === 1 && first !== 'You' ? 'has' : 'have'
  return `${list} ${verb} none yet.`
}
