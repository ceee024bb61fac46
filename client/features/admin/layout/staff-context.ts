import type { VirtualItem } from '@tanstack/react-virtual'
import { createContext, use } from 'react'

type Staff = {
  readonly email: string
  readonly rowMeasurements: VirtualItem[]
}

export const StaffContext = createContext<Staff | undefined>(undefined)

/** @throws {Error} outside of the staff frame */
export function useStaff(): Staff {
  const staff = use(StaffContext)
  if (!staff) throw new Error('useStaff needs a StaffFrame above it.')
  return staff
}
