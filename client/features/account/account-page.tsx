import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { ArrowIcon } from '#client/components/icons.tsx'
import { PageIntro } from '#client/components/page-intro.tsx'
import { SignOutButton } from '#client/components/sign-out-button.tsx'
import { prepareToasts } from '#client/components/toasts.tsx'
import { useAuth } from '#client/lib/auth/use-auth.ts'
import { nudgesAnchor } from '#shared/nudges.ts'
import { isAllowed } from '#shared/permissions.ts'
import styles from './account-page.module.css'
import { NotificationsOutlet } from './notifications/notifications-outlet.tsx'
import { ProfileSection, profileAnchor } from './profile/profile-section.tsx'
import { SessionsSection, sessionsAnchor } from './sessions/sessions-section.tsx'
import { SignInSection, signInAnchor } from './sign-in-section.tsx'

export function AccountPage() {
  useEffect(prepareToasts, [])
  const state = useAuth()
  if (state.status !== 'signed-in') return null
  const { user } = state
  const isStaff = isAllowed(user.role, 'workEstimates')
  const sections = [
    { anchor: profileAnchor, title: 'Profile' },
    { anchor: signInAnchor, title: 'Sign-in' },
    ...(isStaff ? [{ anchor: nudgesAnchor, title: 'Notifications' }] : []),
    { anchor: sessionsAnchor, title: 'Devices' },
  ]

  return (
    <div className={styles.page} data-no-call-bar>
      <Link to="/" className={`${buttonClass('quiet', 'compact')} ${styles.back}`}>
        <ArrowIcon />
        Back to Home
      </Link>
      <div className={styles.top}>
        <PageIntro title="Your account" lead="Your profile, sign-in details, notifications and devices." />
        <div className={styles.ways}>
          <Link to="/admin">Admin dashboard</Link>
          <SignOutButton leave />
        </div>
      </div>
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
        <div className={styles.sections}>
          <ProfileSection user={user} />
          <SignInSection email={user.email} />
          {isStaff && <NotificationsOutlet userId={user.id} />}
          <SessionsSection key={user.id} />
        </div>
      </div>
    </div>
  )
}
