import type { Today } from '#client/lib/api.ts'
import { readStoredToday } from '#client/lib/offline-today.ts'
import { type TodaySection, todaySections } from '#shared/estimates/today.ts'

const fields = [
  'id',
  'name',
  'email',
  'phone',
  'projectType',
  'budgetRange',
  'location',
  'urgent',
  'status',
  'outcome',
  'firstContactAt',
  'dueAt',
  'proposalPromisedOn',
  'proposalDueOn',
  'proposalSentAt',
  'proposalCents',
] as const

type Row = Today['sections']['overdue']['items'][number]

export type OfflineEstimate = Pick<Row, (typeof fields)[number]>

type OfflineSection = { readonly total: number; readonly items: readonly OfflineEstimate[] }

export type OfflineToday = { readonly sections: Readonly<Record<TodaySection, OfflineSection>> }

/** Holds only the fields that the offline page shows. */
export function toOfflineToday({ sections }: Today): OfflineToday {
  const toSection = (name: TodaySection): OfflineSection => {
    const { total, items } = sections[name]
    return { total, items: items.map(toOfflineEstimate) }
  }
  return {
    sections: {
      overdue: toSection('overdue'),
      older: toSection('older'),
      due: toSection('due'),
      proposals: toSection('proposals'),
      followUps: toSection('followUps'),
      unassigned: toSection('unassigned'),
      mine: toSection('mine'),
    },
  }
}

function toOfflineEstimate(row: Row): OfflineEstimate {
  return Object.fromEntries(fields.map((field) => [field, row[field]])) as OfflineEstimate
}

export type SavedToday = { readonly savedAt: Date; readonly today: OfflineToday }

/** Undefined if nothing was kept, it is too old, or another version of the program kept it. */
export function readOfflineToday(): SavedToday | undefined {
  const last = readStoredToday()
  if (!last) return undefined
  const sections = (last.today as Partial<OfflineToday>).sections
  const isWhole = todaySections.every((name) => Array.isArray(sections?.[name]?.items))
  return isWhole && sections ? { savedAt: new Date(last.savedAt), today: { sections } } : undefined
}
