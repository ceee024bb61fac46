import { estimateStatuses, statusLabel } from '#shared/estimate-status.ts'
import styles from './badge.module.css'

/** An unknown status is gray and shown as stored. */
export function StatusBadge({ status }: { status: string | null }) {
  const known = estimateStatuses.find((one) => one === (status || 'new'))
  const look = known ? `${styles[known]} ${styles.known}` : styles.other
  return (
    <span className={`${styles.badge} ${look}`}>
      <bdi>{statusLabel(status)}</bdi>
    </span>
  )
}
