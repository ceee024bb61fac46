import { useCallback, useMemo, useState } from 'react'
import type { TodayEstimate } from '#client/lib/api.ts'
import type { TodaySection } from '#shared/estimates/today.ts'
import { type DoneWork, type PinnedRow, type PinnedRows, placeRows } from './pinned-rows.ts'

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
        const above = shown
          .slice(
            0,
            shown.findIndex(({ id }) => id === estimate.id),
          )
          .map(({ id }) => id)
        set(estimate.id, () => ({ section, estimate, above }))
      },
      markDone: (id: string, done: DoneWork): void => set(id, (row) => row && { ...row, done }),
      release: (id: string): void => set(id, () => undefined),
    }),
    [held, set],
  )
}
