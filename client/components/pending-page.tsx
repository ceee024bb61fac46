import styles from './pending-page.module.css'

/** Stands in for a page whose scripts take long to come. */
export function PendingPage() {
  return (
    <div className={styles.page} role="status">
      <span className={styles.bar} aria-hidden="true" />
      Loading…
    </div>
  )
}
