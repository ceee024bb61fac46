import type { Today } from '#client/lib/api.ts'
import { addDays, newYorkDay } from '#shared/calendar-days.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import { dueSoonMs, maxTodayCount, recentlyOverdueMs, type TodaySection } from '#shared/estimates/today.ts'
import { formatVisitHours } from '#shared/estimates/visits.ts'
import { formatWholeNumber } from '#shared/formatting.ts'
import { weekdayLabel } from '../ui/work-labels.ts'

type SectionTexts = {
  readonly title: string
  /** The links at the top show it. */
  readonly short: string
  /** It stands beside the title of an empty section. */
  readonly none: string
  readonly listLabel: string
  /** The section in the list, where an estimate may be in several. */
  readonly search: ListSearch
}

const overdueList = { listLabel: 'All overdue requests', search: { overdue: true } } as const
const recently = `last ${recentlyOverdueMs / dayMs} days`

export const sectionTexts: Readonly<Record<TodaySection, SectionTexts>> = {
  overdue: { title: `Overdue, ${recently}`, short: 'Overdue', none: `None in the ${recently}.`, ...overdueList },
  older: { title: 'Older', short: 'Older', none: '', ...overdueList },
  due: {
    title: `Due within ${dueSoonMs / hourMs} hours`,
    short: 'Due',
    none: 'Nothing is due soon.',
    listLabel: 'All requests by response due',
    search: { sort: 'due' },
  },
  proposals: {
    title: 'Proposals due',
    short: 'Proposals',
    none: 'No proposal is due.',
    listLabel: 'All requests by proposal due',
    search: { proposal: 'due', sort: 'proposal' },
  },
  followUps: {
    title: 'Follow-ups',
    short: 'Follow-ups',
    none: 'None for today.',
    listLabel: 'All follow-ups that are due',
    search: { followUp: 'due' },
  },
  unassigned: {
    title: 'Unassigned',
    short: 'Unassigned',
    none: 'Every request is assigned.',
    listLabel: 'All new, unassigned requests',
    search: { status: 'new', assignee: 'none', outcome: 'open' },
  },
  mine: {
    title: 'Mine',
    short: 'Mine',
    none: 'Nothing else is assigned to you.',
    listLabel: 'All your open requests',
    search: { assignee: 'me', outcome: 'open' },
  },
}

/** The heading of the visits, beside those of the sections. */
export const visitsId = 'visits'

/** For instance `12` or `1,000+`. */
export function sectionCount(total: number): string {
  return total > maxTodayCount ? `${formatWholeNumber(maxTodayCount)}+` : formatWholeNumber(total)
}

/** For instance `Tomorrow` or `Mon, Jan 12`. “Next week” would say too little: on a Friday it may be in three days. */
export function followUpLabel(day: string, { day: today }: Pick<Today, 'day'>): string {
  return day === addDays(today, 1) ? 'Tomorrow' : weekdayLabel(day)
}

/** For instance `Today, 10:00 AM–11:30 AM`. */
export function visitLabel(visit: { startsAt: string; endsAt: string }, today: Pick<Today, 'day'>): string {
  const day = newYorkDay(new Date(visit.startsAt))
  return `${day === today.day ? 'Today' : followUpLabel(day, today)}, ${formatVisitHours(visit)}`
}

/** Says a day within a sentence: `tomorrow, Tue, Jan 6`. */
export function spokenDay(day: string, today: string): string {
  return day === addDays(today, 1) ? `tomorrow, ${weekdayLabel(day)}` : weekdayLabel(day)
}
