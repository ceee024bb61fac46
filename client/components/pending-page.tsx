import styles from './pending-page.module.css'
import { Spinner } from './spinner.tsx'

type PendingPageProps = {
  /** There is no other heading yet. */
  isAlone?: boolean
}

export function PendingPage({ isAlone = false }: PendingPageProps) {
  const Text = isAlone ? 'h1' : 'span'
  return (
    <div className={styles.page}>
      <div className={styles.center} role="status">
        <span className={styles.spinner}>
          <Spinner />
        </span>
        <Text className={styles.text}>Loading…</Text>
        <noscript>
          <span>This page needs JavaScript, which is switched off in your browser.</span>
        </noscript>
      </div>
    </div>
  )
}
