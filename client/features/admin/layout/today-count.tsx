import { formatWholeNumber } from '#shared/formatting.ts'
import styles from './today-count.module.css'
import { useTodayCount } from './use-today-count.ts'

/** The number of waiting requests, beside the link to Today. */
export function TodayCount() {
  const count = useTodayCount()
  if (!count) return null
  return (
    <>
      {' '}
      <span className={styles.count}>{formatWholeNumber(count)}</span>
      <span className="unseen"> waiting</span>
    </>
  )
}
