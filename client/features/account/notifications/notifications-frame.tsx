import { type ReactNode, useEffect } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { nudgesAnchor } from '#shared/nudges.ts'
import { AccountSection } from '../account-section.tsx'
import styles from './notifications.module.css'

/**
 * Scrolls to the section if the address names it, as the emails' links do, when it appears and when it has grown: the
 * browser finds it on the page only once the session has loaded.
 */
export function useScrollToNotifications(hasLoaded: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on it
  useEffect(() => {
    if (window.location.hash === `#${nudgesAnchor}`) document.getElementById(nudgesAnchor)?.scrollIntoView()
  }, [hasLoaded])
}

export function NotificationsFrame({ children }: { children: ReactNode }) {
  useScrollToNotifications(false)

  return (
    <AccountSection anchor={nudgesAnchor} title="Notifications">
      {children}
    </AccountSection>
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
      <p>We couldn’t load your notification settings.</p>
      <button type="button" className={buttonClass('quiet', 'compact')} onClick={onRetry}>
        Retry
      </button>
    </div>
  )
}
