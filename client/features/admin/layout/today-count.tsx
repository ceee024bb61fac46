import { formatWholeNumber } from '#shared/formatting.ts'
import styles from './today-count.module.css'
import { useTodayCount } from './use-today-count.ts'

/** Shows the number of waiting requests, with a space before it for those who hear or copy the link. */
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
