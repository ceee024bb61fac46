import { useEffect, useSyncExternalStore } from 'react'
import styles from './live-notice.module.css'
import type { StaffLive } from './staff-live.ts'

/** Follows what happens while a page of the dashboard is open, and says so when it cannot. */
export function LiveNotice({ live: { connection, arrivals } }: { live: StaffLive }) {
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost)
  const count = useSyncExternalStore(arrivals.subscribe, arrivals.count)

  useEffect(() => connection.use(), [connection])

  return (
    <>
      <p role="status" className={styles.notice}>
        {isLost && 'Connection lost. Trying again…'}
      </p>
      {/* Those who see have the list and the title. The number makes each text another one, which has it read out. */}
      <p role="status" className="unseen">
        {count > 0 && `New requests since you opened the dashboard: ${count}`}
      </p>
    </>
  )
}
