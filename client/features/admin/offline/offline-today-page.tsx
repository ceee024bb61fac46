import { useEffect } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { auth } from '#client/lib/auth/auth-client.ts'
import { todaySections } from '#shared/estimates/today.ts'
import { formatDayAndTime, formatWholeNumber } from '#shared/formatting.ts'
import section from '../layout/page-section.module.css'
import { sectionTexts } from '../today/section-labels.ts'
import badge from '../ui/badge.module.css'
import { ContactButton } from '../ui/contact-button.tsx'
import { factSeparator, ProjectSummary } from '../ui/project-summary.tsx'
import { ResponseBadge } from '../ui/response-badge.tsx'
import type { OfflineEstimate, SavedToday } from './offline-today-data.ts'
import styles from './offline-today-page.module.css'

/** In milliseconds. */
const retryEvery = 15_000

/** Today as it was last seen on this device, to read and to call from, until the server can be reached. */
export function OfflineTodayPage({ savedAt, today }: SavedToday) {
  useEffect(() => {
    const timer = setInterval(() => void auth.reload(), retryEvery)
    return () => clearInterval(timer)
  }, [])

  const shown = todaySections.filter((name) => today.sections[name].items.length > 0)
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 className={styles.title}>Today</h1>
        <p role="status">
          No connection. This is how it was on <strong>{formatDayAndTime(savedAt)}</strong> (New York).
        </p>
        <p>You can read and call. Changes can be saved once you are connected again.</p>
        <button type="button" className={buttonClass('onNavy', 'compact')} onClick={() => void auth.reload()}>
          Try again
        </button>
      </header>
      <div className={section.content}>
        {shown.length === 0 && <p>There was nothing to do.</p>}
        {shown.map((name) => (
          <section key={name} aria-labelledby={name} className={styles.section}>
            <h2 id={name} className={styles.heading}>
              {sectionTexts[name].title}{' '}
              <span className={styles.count}>{formatWholeNumber(today.sections[name].total)}</span>
            </h2>
            <ul className={styles.rows}>
              {today.sections[name].items.map((estimate) => (
                <LastRow key={estimate.id} estimate={estimate} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}

function LastRow({ estimate }: { estimate: OfflineEstimate }) {
  const { name, email, phone, urgent } = estimate
  return (
    <li className={styles.row}>
      <div>
        <h3 className={styles.name}>
          <bdi>{name}</bdi>
        </h3>
        <p className={styles.facts}>
          <ProjectSummary {...estimate} />
          {email && (
            <>
              {factSeparator}
              <bdi>{email}</bdi>
            </>
          )}
        </p>
        <p className={styles.badges}>
          {urgent && <span className={`${badge.badge} ${badge.urgent}`}>Urgent</span>}
          <ResponseBadge {...estimate} />
        </p>
      </div>
      <ContactButton name={name} email={email} phone={phone} />
    </li>
  )
}
