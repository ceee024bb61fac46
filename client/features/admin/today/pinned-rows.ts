import { useCallback, useMemo, useState } from 'react'
import type { TodayEstimate } from '#client/lib/api.ts'
import type { TodaySection } from '#shared/estimates/today.ts'
import type { Seen } from './use-today-work.ts'

/** A row that keeps its place while the user works on it, and for a moment afterwards. */
export type PinnedRow = {
  readonly section: TodaySection
  readonly estimate: TodayEstimate
  /** The ids of the rows that were above it. */
  readonly above: readonly string[]
  /** It is set once the work is done. */
  readonly done?: DoneWork
}

export type DoneWork = {
  readonly text: string
  /** Rejects with an error for `saveMessage`. */
  readonly undo?: (() => Promise<unknown>) | undefined
  /** The server undoes it only for a moment, so that the row must not offer it for as long as it has the focus. */
  readonly undoEnds?: boolean
  /** It is set where a contact has moved the estimate to in progress. */
  readonly begun?: Seen | undefined
}

export type PinnedRows = ReadonlyMap<string, PinnedRow>

/** The rows of a section: those from the server, without rows that another section holds and with those that this one does. */
export function placeRows(
  section: TodaySection,
  fresh: readonly TodayEstimate[],
  held: PinnedRows,
): readonly TodayEstimate[] {
  const rows = fresh.filter(({ id }) => (held.get(id)?.section ?? section) === section)
  for (const { section: own, estimate, above } of held.values()) {
    if (own !== section || rows.some(({ id }) => id === estimate.id)) continue
    const lastAbove = rows.findLastIndex(({ id }) => above.includes(id))
    rows.splice(lastAbove + 1, 0, estimate)
  }
  return rows
}

export type TodayRows = ReturnType<typeof usePinnedRows>

const none: PinnedRows = new Map()

/** Keeps rows in place while the user works on them, despite live updates. */
export function usePinnedRows() {
  const [held, setPinned] = useState(none)

  const set = useCallback((id: string, next: (former: PinnedRow | undefined) => PinnedRow | undefined) => {
    setPinned((former) => {
      const row = next(former.get(id))
      const others = [...former].filter(([key]) => key !== id)
      return new Map(row ? [...others, [id, row]] : others)
    })
  }, [])

  return useMemo(
    () => ({
      isPinnedIn: (section: TodaySection): boolean => [...held.values()].some((row) => row.section === section),
      doneWith: (id: string): DoneWork | undefined => held.get(id)?.done,
      place: (section: TodaySection, fresh: readonly TodayEstimate[]) => placeRows(section, fresh, held),
      /** @param shown the rows of the section */
      hold(section: TodaySection, estimate: TodayEstimate, shown: readonly TodayEstimate[]): void {
        const ids = shown.map(({ id }) => id)
        set(estimate.id, () => ({ section, estimate, above: ids.slice(0, ids.indexOf(estimate.id)) }))
      },
      markDone: (id: string, done: DoneWork): void => set(id, (row) => row && { ...row, done }),
      release: (id: string): void => set(id, () => undefined),
    }),
    [held, set],
  )
}
