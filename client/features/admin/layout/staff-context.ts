import { createContext, use, useEffect, useLayoutEffect, useRef } from 'react'
import type { AccountUser } from '#shared/account.ts'
import type { ListView } from '../live/staff-api.ts'

type Staff = AccountUser & {
  readonly listView: ListView
  /** Whether an estimate came in while the dashboard was open. */
  readonly isNew: (id: string) => boolean
  /** What the components of a page have registered, in this order. */
  readonly pageActions: Set<() => readonly PageAction[]>
  readonly openPalette: () => void
  readonly menu: {
    /** A page puts its own actions here while the header has a menu. */
    readonly slot: HTMLElement | null
    readonly setSlot: (element: HTMLElement | null) => void
  }
}

export const StaffContext = createContext<Staff | undefined>(undefined)

/** @throws {Error} outside of the staff frame */
export function useStaff(): Staff {
  const staff = use(StaffContext)
  if (!staff) throw new Error('useStaff needs a StaffFrame above it.')
  return staff
}

/** A page gives the palette its own actions. */
export type PageAction = {
  /** Unique on its page, for instance “Log call”. */
  readonly label: string
  /** Typing these words finds it, too. */
  readonly words?: string
  /** The page has this shortcut for it. */
  readonly keys?: string | undefined
  /** The palette shows it only to those who type for it. */
  readonly isMinor?: boolean
  /** Runs after the palette has closed and given back the focus. */
  run(): void
}

/** Offers actions in the command palette as long as the component is mounted. */
export function usePageActions(actions: readonly PageAction[]): void {
  const { pageActions } = useStaff()
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const read = () => latest.current
    pageActions.add(read)
    return () => void pageActions.delete(read)
  }, [pageActions])
}
