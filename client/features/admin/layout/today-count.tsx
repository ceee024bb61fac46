import { formatWholeNumber } from '#shared/formatting.ts'
import styles from './today-count.module.css'
import { useTodayCount } from './use-today-count.ts'

/** Shows the number of waiting requests. The link to Today has a space before it. */
export function TodayCount() {
  const count = useTodayCount()
  if (!count) return null
  return (
    <>
      <span className={styles.count}>{formatWholeNumber(count)}</span>
      <span className="unseen"> waiting</span>
    </>
  )
}
