import styles from './list-skeleton.module.css'

/** The shape of a request while it loads. */
export function DetailSkeleton() {
  return (
    <div role="status">
      <p className={styles.words}>Loading the request…</p>
      <div className={styles.cards} aria-hidden="true">
        <div className={styles.card}>
          <span />
          <span />
          <span />
        </div>
      </div>
    </div>
  )
}
