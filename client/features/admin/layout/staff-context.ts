import type { VirtualItem } from '@tanstack/react-virtual'
import { createContext, use } from 'react'

/** The signed-in account, as the staff's pages need it. */
type Staff = {
  readonly email: string
  /** The measured rows of the list, filled when it unmounts and read when it mounts again. */
  readonly rowMeasurements: VirtualItem[]
}

export const StaffContext = createContext<Staff | undefined>(undefined)

/** @throws {Error} outside of the staff's frame */
export function useStaff(): Staff {
  const staff = use(StaffContext)
  if (!staff) throw new Error('useStaff needs a StaffFrame above it.')
  return staff
}
