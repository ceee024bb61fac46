import { estimateStatuses, statusLabel } from '#shared/estimates/estimate-status.ts'
import styles from './badge.module.css'

/** An unknown status is gray and unchanged. */
export function StatusBadge({ status }: { status: string | null }) {
  const known = estimateStatuses.find((value) => value === (status || 'new'))
  const color = known ? `${styles[known]} ${styles.known}` : styles.other
  return (
    <span className={`${styles.badge} ${color}`}>
      <bdi>{statusLabel(status)}</bdi>
    </span>
  )
}
