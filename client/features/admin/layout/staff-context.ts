import { createContext, use } from 'react'
import type { Role } from '#shared/permissions.ts'
import type { ListView } from '../live/staff-api.ts'
import type { PageActions } from './page-actions.ts'

type Staff = {
  readonly id: string
  readonly email: string
  readonly name: string | undefined
  readonly role: Role
  readonly listView: ListView
  /** Whether an estimate came in while the dashboard was open. */
  readonly isNew: (id: string) => boolean
  readonly pageActions: PageActions
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
