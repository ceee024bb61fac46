import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import skip from '#client/components/skip-link.module.css'
import { ApiProvider } from '#client/lib/api-provider.tsx'
import { useAuth } from '#client/lib/auth/use-auth.ts'
import type { AccountUser } from '#shared/account.ts'
import { isAllowed } from '#shared/permissions.ts'
import { LiveNotice } from '../live/live-notice.tsx'
import { getStaffApi } from '../live/staff-api.ts'
import { StaffRegion } from '../ui/staff-region.tsx'
import { AdminHeader } from './admin-header.tsx'
import { DraftsOfOthers, EmailSetup } from './frame-notices.tsx'
import { useRestoredScroll } from './list-history.ts'
import { type PageAction, StaffContext } from './staff-context.ts'
import styles from './staff-frame.module.css'
import { TabBar } from './tab-bar.tsx'
import { useBelow } from './use-breakpoint.ts'
import { type LoadPalette, usePalette } from './use-palette.tsx'

type StaffFrameProps = { children: ReactNode; loadPalette: LoadPalette }

export function StaffFrame({ children, loadPalette }: StaffFrameProps) {
  const auth = useAuth()
  return auth.status === 'signed-in' ? (
    <SignedInFrame user={auth.user} loadPalette={loadPalette}>
      {children}
    </SignedInFrame>
  ) : null
}

function SignedInFrame({ user, loadPalette, children }: StaffFrameProps & { user: AccountUser }) {
  const { id, role } = user
  useRestoredScroll()
  const { api, live, listView } = getStaffApi(id)
  const menuId = useId()
  const content = useRef<HTMLDivElement>(null)
  const isPhone = useBelow('sm')
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const [pageActions] = useState(() => new Set<() => readonly PageAction[]>())
  const { open, palette } = usePalette(loadPalette, isAllowed(role, 'workEstimates'))
  const router = useRouter()
  useEffect(() => {
    return live.notifications.openWith((href) => void router.navigate({ href }))
  }, [live, router])
  const staff = useMemo(
    () => ({
      ...user,
      listView,
      pageActions,
      openPalette: () => void open(),
      isNew: live.newEstimates.has,
      menu: { slot, setSlot },
    }),
    [user, listView, pageActions, open, live, slot],
  )
  return (
    <StaffRegion>
      <StaffContext value={staff}>
        <div className={styles.frame}>
          <ApiProvider key={id} {...api}>
            {/* A button, since a link would add itself to the history between two pages of the list. */}
            <button type="button" className={`${skip.skip} ${styles.skip}`} onClick={() => content.current?.focus()}>
              Skip to content
            </button>
            <AdminHeader menuId={menuId} />
            {isPhone && <TabBar menuId={menuId} />}
            <LiveNotice live={live} />
            <DraftsOfOthers />
            <EmailSetup />
            <div ref={content} tabIndex={-1} className={styles.content}>
              {children}
            </div>
            {palette}
          </ApiProvider>
        </div>
      </StaffContext>
    </StaffRegion>
  )
}
