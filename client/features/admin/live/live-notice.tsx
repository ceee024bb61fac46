import { useEffect, useSyncExternalStore } from 'react'
import styles from './live-notice.module.css'
import type { StaffLive } from './staff-live.ts'

/** Keeps the connection open while a page of the dashboard is shown, and says when it is lost. */
export function LiveNotice({ live: { connection, newEstimates } }: { live: StaffLive }) {
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost)
  const count = useSyncExternalStore(newEstimates.subscribe, newEstimates.count)

  useEffect(() => connection.acquire(), [connection])

  return (
    <>
      <p role="status" className={styles.notice}>
        {isLost && 'Connection lost. Trying again…'}
      </p>
      {/* For screen readers: others see the list and the title. The number makes each text new, so that it is read. */}
      <p role="status" className="unseen">
        {count > 0 && `New requests since you opened the dashboard: ${count}`}
      </p>
    </>
  )
}
