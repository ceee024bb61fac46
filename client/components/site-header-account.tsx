import { Link } from '@tanstack/react-router'
import { useSeemsSignedIn } from '#client/lib/auth/use-auth.ts'
import { buttonClass } from './button-class.ts'
import { SignOutButton } from './sign-out-button.tsx'
import styles from './site-header-account.module.css'
import { SiteHeaderGuideForm } from './site-header-guide-form.tsx'

export function SiteHeaderAccount() {
  if (useSeemsSignedIn())
    return (
      <div className={styles.account}>
        <Link to="/admin" className={buttonClass('quiet', 'compact')}>
          Admin
        </Link>
        <SignOutButton />
      </div>
    )
  return (
    <>
      <SiteHeaderGuideForm />
      <div className={styles.account}>
        <Link to="/auth" className={styles.signIn}>
          Sign In
        </Link>
      </div>
    </>
  )
}
