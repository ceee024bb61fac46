import { Link, useRouterState } from '@tanstack/react-router'
import { SignOutButton } from '#client/components/sign-out-button.tsx'
import styles from './admin-header.module.css'

const ownAddress = { exact: true, includeSearch: false } as const

type AdminHeaderProps = {
  email: string
  /** False for a page that has a letterhead of its own on paper. */
  printed?: boolean
}

/** What the dashboard is, who is signed in, its sections, and the ways out. */
export function AdminHeader({ email, printed = true }: AdminHeaderProps) {
  const inReports = useRouterState({ select: ({ location }) => location.pathname.startsWith('/admin/reports') })
  // The link says by itself when it is the page. On the page of a request one is only within the section.
  const within = inReports ? undefined : true
  return (
    <header className={printed ? styles.header : `${styles.header} ${styles.screenOnly}`}>
      <div className={styles.row}>
        <div>
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
      <nav className={styles.sections} aria-label="Sections">
        <Link to="/admin" activeOptions={ownAddress} aria-current={within}>
          Estimates
        </Link>
        <Link to="/admin/reports" activeOptions={ownAddress}>
          Reports
        </Link>
      </nav>
    </header>
  )
}
