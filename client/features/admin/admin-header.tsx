import { Link } from '@tanstack/react-router'
import { SignOutButton } from '#client/components/sign-out-button.tsx'
import styles from './admin-header.module.css'

/** What the dashboard is, who is signed in, and the ways out. */
export function AdminHeader({ email }: { email: string }) {
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        <div className={styles.titles}>
          <h1 className={styles.title}>Admin Dashboard</h1>
          <p className={styles.subtitle}>Manage project estimates</p>
        </div>
        <p className={styles.welcome}>
          Welcome, <bdi>{email}</bdi>
        </p>
        <nav className={styles.links} aria-label="Dashboard">
          <Link to="/">Home</Link>
          <Link to="/account">Your account</Link>
          <SignOutButton look="onNavy" leave />
        </nav>
      </div>
    </header>
  )
}
