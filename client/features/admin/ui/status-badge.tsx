import { estimateStatuses, statusLabel } from '#shared/estimates/estimate-status.ts'
import styles from './badge.module.css'

/** How far a request is. A status that is not known has no colour and is shown as it is. */
export function StatusBadge({ status }: { status: string | null }) {
  const known = estimateStatuses.find((one) => one === (status || 'new'))
  const look = known ? `${styles[known]} ${styles.known}` : styles.other
  return (
    <span className={`${styles.badge} ${look}`}>
      <bdi>{statusLabel(status)}</bdi>
    </span>
  )
}
