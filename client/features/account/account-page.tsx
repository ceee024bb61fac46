import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { AccountFrame } from '#client/components/account-frame.tsx'
import { SignOutButton } from '#client/components/sign-out-button.tsx'
import { prepareToasts } from '#client/components/toasts.tsx'
import { useAuth } from '#client/lib/auth/use-auth.ts'
import { isAllowed } from '#shared/permissions.ts'
import styles from './account-page.module.css'
import { ChangePasswordForm } from './change-password-form.tsx'
import { NameSection } from './name-section.tsx'
import { NotificationsOutlet } from './notifications/notifications-outlet.tsx'
import { SecondFactorOutlet } from './second-factor/second-factor-outlet.tsx'

export function AccountPage() {
  useEffect(prepareToasts, [])
  const state = useAuth()
  if (state.status !== 'signed-in') return null
  const { id, email, name, role } = state.user

  return (
    <AccountFrame title="Your account" subtitle="Your sign-in details" art="small">
      {isAllowed(role, 'workEstimates') && <NameSection user={state.user} />}
      <section>
        <h2 className={styles.heading}>Change your password</h2>
        <p className={styles.note}>This signs you out on all your other devices.</p>
        <ChangePasswordForm email={email} />
      </section>
      <SecondFactorOutlet user={state.user} />
      {isAllowed(role, 'workEstimates') && <NotificationsOutlet userId={id} />}
      <section className={styles.summary}>
        <h2 className={styles.heading}>Signed in</h2>
        <p className={styles.email}>{name === undefined ? email : `${name} (${email})`}</p>
        <div className={styles.ways}>
          <SignOutButton leave />
          <Link to="/admin">Admin dashboard</Link>
        </div>
      </section>
    </AccountFrame>
  )
}
