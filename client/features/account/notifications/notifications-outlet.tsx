import { useEffect, useState } from 'react'
import { logError } from '#client/lib/log-error.ts'
import { NotificationsError, NotificationsFrame, NotificationsPending } from './notifications-frame.tsx'

type SectionModule = typeof import('./notifications-section.tsx')

/** Loads the switches of staff members on demand: the cache of the API is larger than the rest of the page. */
export function NotificationsOutlet({ userId }: { userId: string }) {
  const [loaded, setLoaded] = useState<SectionModule>()
  const [attempt, setAttempt] = useState(1)
  const [failedAttempt, setFailedAttempt] = useState(0)

  useEffect(() => {
    import('./notifications-section.tsx').then(setLoaded, (error: unknown) => {
      logError('The notification settings did not load.', error)
      setFailedAttempt(attempt)
    })
  }, [attempt])

  return (
    <NotificationsFrame>
      {loaded ? (
        <loaded.NotificationsSection key={userId} />
      ) : failedAttempt === attempt ? (
        <NotificationsError onRetry={() => setAttempt(attempt + 1)} />
      ) : (
        <NotificationsPending />
      )}
    </NotificationsFrame>
  )
}
