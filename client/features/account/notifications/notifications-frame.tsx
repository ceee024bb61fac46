import { type ReactNode, useEffect, useRef } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { nudgesAnchor } from '#shared/nudges.ts'
import styles from './notifications.module.css'

/** The emails link to this section, which is on the page only once the session has loaded. */
export function NotificationsFrame({ children }: { children: ReactNode }) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (window.location.hash === `#${nudgesAnchor}`) section.current?.scrollIntoView()
  }, [])

  return (
    <section ref={section} id={nudgesAnchor} className={styles.section} aria-labelledby="notifications-heading">
      <h2 id="notifications-heading" className={styles.heading}>
        Notifications
      </h2>
      {children}
    </section>
  )
}

export function NotificationsPending() {
  return (
    <p className={styles.note} role="status">
      Loading...
    </p>
  )
}

export function NotificationsError({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.error} role="alert">
      <p>We couldn't load your notification settings.</p>
      <button type="button" className={buttonClass('quiet', 'compact')} onClick={onRetry}>
        Retry
      </button>
    </div>
  )
}
