import { useEffect, useState } from 'react'
import type { Today, TodayVisit } from '#client/lib/api.ts'
import { useAuth } from '#client/lib/auth/use-auth.ts'
import { readStoredToday } from '#client/lib/offline-today.ts'
import { minuteMs } from '#shared/durations.ts'
import { type TodaySection, todaySections } from '#shared/estimates/today.ts'

const fields = [
  'id',
  'name',
  'email',
  'phone',
  'bestTime',
  'projectType',
  'budgetRange',
  'location',
  'urgent',
  'status',
  'outcome',
  'firstContactAt',
  'dueAt',
  'withdrawnAt',
  'proposalPromisedOn',
  'proposalDueOn',
  'proposalSentAt',
  'proposalCents',
] as const

type Row = Today['sections']['overdue']['items'][number]

export type OfflineEstimate = Pick<Row, (typeof fields)[number]>

export type OfflineVisit = Omit<TodayVisit, 'estimateId' | 'version' | 'sequence'>

type OfflineToday = {
  readonly visits: readonly OfflineVisit[]
  readonly sections: Readonly<
    Record<TodaySection, { readonly total: number; readonly items: readonly OfflineEstimate[] }>
  >
}

/** Holds only the fields that the offline page shows. */
export function toOfflineToday({ visits, sections }: Today): OfflineToday {
  const entries = todaySections.map((name) => {
    const { total, items } = sections[name]
    return [name, { total, items: items.map(toOfflineEstimate) }]
  })
  return {
    visits: visits.map(({ estimateId: _id, version: _version, sequence: _sequence, ...visit }) => visit),
    sections: Object.fromEntries(entries),
  }
}

function toOfflineEstimate(row: Row): OfflineEstimate {
  return Object.fromEntries(fields.map((field) => [field, row[field]])) as OfflineEstimate
}

export type SavedToday = { readonly savedAt: Date; readonly today: OfflineToday }

/** Returns undefined if nothing was saved, it is too old, or another version of the program saved it. */
export function readOfflineToday(): SavedToday | undefined {
  const last = readStoredToday()
  if (!last) return undefined
  const { visits, sections } = last.today as Partial<OfflineToday>
  const isWhole = Array.isArray(visits) && todaySections.every((name) => Array.isArray(sections?.[name]?.items))
  return isWhole && sections ? { savedAt: new Date(last.savedAt), today: { visits, sections } } : undefined
}

/** In milliseconds; on a good connection the session is known earlier. */
const patience = 3_000

/** The last seen Today page, once the server has been silent for a while. */
export function useOfflineToday(): SavedToday | undefined {
  const auth = useAuth()
  const isLoading = auth.status === 'loading'
  const isGuess = auth.status === 'signed-out' && auth.isGuess === true
  const isUnknown = isLoading || isGuess
  // It is read before the guard could send anyone to the sign-in page.
  const [last, setLast] = useState(() => (isUnknown ? readOfflineToday() : undefined))
  const [isSlow, setIsSlow] = useState(false)

  useEffect(() => {
    if (!isUnknown) return
    const timer = setTimeout(() => setIsSlow(true), navigator.onLine ? patience : 0)
    // It ends a day after it was seen, also while it is shown.
    const aging = setInterval(() => setLast(readOfflineToday()), minuteMs)
    return () => {
      setIsSlow(false)
      clearTimeout(timer)
      clearInterval(aging)
    }
  }, [isUnknown])

  return isUnknown && (isSlow || isGuess) ? last : undefined
}
