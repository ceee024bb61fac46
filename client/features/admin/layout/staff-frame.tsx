import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { ApiProvider } from '#client/lib/api-provider.tsx'
import { useAuth } from '#client/lib/auth/use-auth.ts'
import { LiveNotice } from '../live/live-notice.tsx'
import { staffApiOf } from '../live/staff-api.ts'
import { AdminHeader } from './admin-header.tsx'
import { StaffContext } from './staff-context.ts'
import styles from './staff-frame.module.css'

export function StaffFrame({ children }: { children: ReactNode }) {
  const auth = useAuth()
  return auth.status === 'signed-in' ? <SignedInFrame {...auth.user}>{children}</SignedInFrame> : null
}

function SignedInFrame({ id, email, children }: { id: string; email: string; children: ReactNode }) {
  const { api, live, listView } = staffApiOf(id)
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const router = useRouter()
  useEffect(() => live.notifications.openWith((href) => void router.navigate({ href })), [live, router])
  const staff = useMemo(
    () => ({ email, listView, isNew: live.newEstimates.has, menu: { slot, setSlot } }),
    [email, listView, live, slot],
  )
  return (
    <StaffContext value={staff}>
      <div className={styles.frame}>
        <AdminHeader />
        <LiveNotice live={live} />
        <ApiProvider key={id} {...api}>
          {children}
        </ApiProvider>
      </div>
    </StaffContext>
  )
}
