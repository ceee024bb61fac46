import { Stack } from '@mantine/core'
import type { AccountUser } from '#shared/account.ts'
import section from '../admin/layout/page-section.module.css'
import { StaffFrame } from '../admin/layout/staff-frame.tsx'
import { AccountSections } from './account-sections.tsx'
import { CalendarSection } from './calendar/calendar-section.tsx'
import { DeviceSwitches } from './notifications/device-switches.tsx'
import { NotificationsSection } from './notifications/notifications-section.tsx'

const loadPalette = () => import('../admin/palette/command-palette.tsx')

export function StaffAccount({ user }: { user: AccountUser }) {
  return (
    <StaffFrame loadPalette={loadPalette}>
      <Stack className={section.content}>
        <div>
          <h2 className={section.heading}>Your account</h2>
          <p className={section.aside}>Your profile, sign-in details, notifications, calendar and devices</p>
        </div>
        <AccountSections
          key={user.id}
          user={user}
          notifications={<NotificationsSection />}
          calendar={<CalendarSection />}
          ownDevice={<DeviceSwitches userId={user.id} />}
        />
      </Stack>
    </StaffFrame>
  )
}
