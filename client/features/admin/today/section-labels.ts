import { hourMs } from '#shared/durations.ts'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import { dueSoonMs, type TodaySection } from '#shared/estimates/today.ts'

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

export const sectionTexts: Readonly<Record<TodaySection, SectionTexts>> = {
  overdue: {
    title: 'Overdue',
    short: 'Overdue',
    none: 'No one has waited longer than promised.',
    listLabel: 'All overdue requests',
    search: { overdue: true },
  },
  due: {
    title: `Due within ${dueSoonMs / hourMs} hours`,
    short: 'Due',
    none: 'Nothing is due soon.',
    listLabel: 'All requests by response due',
    search: { sort: 'due' },
  },
  followUps: {
    title: 'Follow-ups',
    short: 'Follow-ups',
    none: 'None for today.',
    listLabel: 'All follow-ups that are due',
    search: { followUp: 'due' },
  },
  unassigned: {
    title: 'New and unassigned',
    short: 'New',
    none: 'Every request is assigned.',
    listLabel: 'All new, unassigned requests',
    search: { status: 'new', assignee: 'none', outcome: 'open' },
  },
  mine: {
    title: 'Mine',
    short: 'Mine',
    none: 'Nothing else is yours.',
    listLabel: 'All your open requests',
    search: { assignee: 'me', outcome: 'open' },
  },
}
