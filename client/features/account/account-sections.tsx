import { Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AccountUser } from '#shared/account.ts'
import { calendarAnchor } from '#shared/calendar-feed.ts'
import { nudgesAnchor } from '#shared/nudges.ts'
import { signInAnchor } from '#shared/second-factor.ts'
import styles from './account.module.css'
import { AccountSection, focusSection } from './account-section.tsx'
import { PasswordRow } from './password-row.tsx'
import { ProfileSection, profileAnchor } from './profile/profile-section.tsx'
import { SecondFactorOutlet } from './second-factor/second-factor-outlet.tsx'
import { SessionsSection, sessionsAnchor } from './sessions/sessions-section.tsx'

type AccountSectionsProps = {
  user: AccountUser
  /** Only the staff have this and the two below. */
  notifications?: ReactNode
  calendar?: ReactNode
  /** It switches the notifications of this device. */
  ownDevice?: ReactNode
}

export function AccountSections({ user, notifications, calendar, ownDevice }: AccountSectionsProps) {
  const sections = [
    { anchor: profileAnchor, title: 'Profile' },
    { anchor: signInAnchor, title: 'Sign-in' },
    ...(notifications === undefined ? [] : [{ anchor: nudgesAnchor, title: 'Notifications' }]),
    ...(calendar === undefined ? [] : [{ anchor: calendarAnchor, title: 'Calendar' }]),
    { anchor: sessionsAnchor, title: 'Devices' },
  ]
  return (
    <div className={styles.columns}>
      <nav aria-label="Sections of this page" className={styles.nav}>
        <ul>
          {sections.map(({ anchor, title }) => (
            <li key={anchor}>
              <Link to="/account" hash={anchor} activeOptions={{ includeHash: true }} activeProps={{}}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Stack gap="lg" miw={0}>
        <ProfileSection user={user} />
        <AccountSection anchor={signInAnchor} title="Sign-in">
          <PasswordRow email={user.email} onDone={() => focusSection(signInAnchor)} />
          <SecondFactorOutlet email={user.email} />
        </AccountSection>
        {notifications}
        {calendar}
        <SessionsSection>{ownDevice}</SessionsSection>
      </Stack>
    </div>
  )
}
