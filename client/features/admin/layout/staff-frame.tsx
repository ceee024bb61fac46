import type { VirtualItem } from '@tanstack/react-virtual'
import type { ReactNode } from 'react'
import { ApiProvider } from '#client/lib/api-provider.tsx'
import { useAuth } from '#client/lib/auth/use-auth.ts'
import { LiveNotice } from '../live/live-notice.tsx'
import { staffApiOf } from '../live/staff-api.ts'
import { AdminHeader } from './admin-header.tsx'

/** What a page of the dashboard knows of whoever is signed in. */
type Staff = {
  readonly email: string
  /** See `EstimateList`. */
  readonly heights: VirtualItem[]
}

type StaffFrameProps = {
  /** See `AdminHeader`. */
  printsHeader?: boolean
  children: (staff: Staff) => ReactNode
}

/** The dashboard's header, and below it a page that can read and write requests. */
export function StaffFrame({ printsHeader = true, children }: StaffFrameProps) {
  const auth = useAuth()
  if (auth.status !== 'signed-in') return null

  const { id, email } = auth.user
  const { api, live, heights } = staffApiOf(id)
  return (
    <>
      <AdminHeader email={email} printed={printsHeader} />
      <LiveNotice live={live} />
      <ApiProvider key={id} {...api}>
        {children({ email, heights })}
      </ApiProvider>
    </>
  )
}
