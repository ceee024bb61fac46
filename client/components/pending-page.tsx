import styles from './pending-page.module.css'
import { Spinner } from './spinner.tsx'

/** Stands in for a page that is not known yet: its scripts have to come, or the server has to say who is signed in. */
export function PendingPage() {
  return (
    <div className={styles.page} role="status">
      <span className={styles.spinner}>
        <Spinner />
      </span>
      <span className={styles.text}>Loading…</span>
      <noscript>
        <span>This page needs JavaScript, which is switched off in your browser.</span>
      </noscript>
    </div>
  )
}
