import { useEffect, useSyncExternalStore } from 'react'
import styles from './live-notice.module.css'
import type { StaffLive } from './staff-api.ts'

/** Keeps the connection open while mounted, and reports its loss. */
export function LiveNotice({ live: { connection, newEstimates } }: { live: StaffLive }) {
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost)
  const count = useSyncExternalStore(newEstimates.subscribe, newEstimates.count)

  useEffect(() => {
    return connection.acquire()
  }, [connection])

  return (
    <>
      <p role="status" className={`unprinted ${styles.notice}`}>
        {isLost && 'Connection lost. Trying again…'}
      </p>
      {/* Only screen readers get this text. The number makes each text new, so that it is read. */}
      <p role="status" className="unseen">
        {count > 0 && `New requests since you opened the dashboard: ${count}`}
      </p>
    </>
  )
}
