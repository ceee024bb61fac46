import type { Today } from '#client/lib/api.ts'
import { readLastToday } from '#client/lib/last-today.ts'
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
] as const

type Row = Today['sections']['overdue']['items'][number]

export type KeptEstimate = Pick<Row, (typeof fields)[number]>

type KeptSection = { readonly total: number; readonly items: readonly KeptEstimate[] }

export type KeptToday = { readonly sections: Readonly<Record<TodaySection, KeptSection>> }

/** Holds only the fields that the offline page shows. */
export function keptToday({ sections }: Today): KeptToday {
  const kept = (name: TodaySection): KeptSection => {
    const { total, items } = sections[name]
    return { total, items: items.map(keptEstimate) }
  }
  return {
    sections: {
      overdue: kept('overdue'),
      due: kept('due'),
      followUps: kept('followUps'),
      unassigned: kept('unassigned'),
      mine: kept('mine'),
    },
  }
}

function keptEstimate(row: Row): KeptEstimate {
  return Object.fromEntries(fields.map((field) => [field, row[field]])) as KeptEstimate
}

export type LastSeen = { readonly savedAt: Date; readonly today: KeptToday }

/** Undefined if nothing was kept, it is too old, or another version of the program kept it. */
export function readLastSeen(): LastSeen | undefined {
  const last = readLastToday()
  if (!last) return undefined
  const sections = (last.today as Partial<KeptToday>).sections
  const isWhole = todaySections.every((name) => Array.isArray(sections?.[name]?.items))
  return isWhole && sections ? { savedAt: new Date(last.savedAt), today: { sections } } : undefined
}
