import styles from './pending-page.module.css'
import { Spinner } from './spinner.tsx'

export function PendingPage() {
  return (
    <div className={styles.page}>
      <div className={styles.center} role="status">
        <span className={styles.spinner}>
          <Spinner />
        </span>
        <span className={styles.text}>Loading…</span>
        <noscript>
          <span>This page needs JavaScript, which is switched off in your browser.</span>
        </noscript>
      </div>
    </div>
  )
}
