import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { AccountFrame } from '#client/components/account-frame.tsx'
import { SignOutButton } from '#client/components/sign-out-button.tsx'
import { prepareToasts } from '#client/components/toasts.tsx'
import { useAuth } from '#client/lib/auth/use-auth.ts'
import styles from './account-page.module.css'
import { ChangePasswordForm } from './change-password-form.tsx'

export function AccountPage() {
  useEffect(prepareToasts, [])
  const state = useAuth()
  if (state.status !== 'signed-in') return null
  const { email } = state.user

  return (
    <AccountFrame title="Your account" subtitle="Who you are here, and your password">
      <section className={styles.summary}>
        <p>
          Signed in as <strong className={styles.email}>{email}</strong>
        </p>
        <div className={styles.ways}>
          <SignOutButton leave />
          <Link to="/admin">Admin dashboard</Link>
        </div>
      </section>
      <section>
        <h2 className={styles.heading}>Change your password</h2>
        <p className={styles.note}>All other devices are signed out by it. This one stays signed in.</p>
        <ChangePasswordForm email={email} />
      </section>
    </AccountFrame>
  )
}
