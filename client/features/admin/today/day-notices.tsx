import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { Changing } from '#client/components/changing.tsx'
import { AlertIcon, MailIcon } from '#client/components/icons.tsx'
import type { Today } from '#client/lib/api.ts'
import { maxQuarantined } from '#shared/estimates/quarantine.ts'
import styles from './day-notices.module.css'
import { FailedEmailRow } from './failed-email-row.tsx'
import { sectionCount } from './section-count.ts'
import type { TodayWork } from './use-today-work.ts'

type DayNoticesProps = { today: Pick<Today, 'quarantined' | 'failedEmails'>; work: TodayWork }

/** One line each for what is easily forgotten. */
export function DayNotices({ today: { quarantined, failedEmails }, work }: DayNoticesProps) {
  const listId = useId()
  const [open, setOpen] = useState(false)
  const { total, items } = failedEmails
  if (quarantined === 0 && total === 0) return null
  return (
    <div className={styles.notices}>
      {quarantined > 0 && (
        <p className={styles.line}>
          <AlertIcon />
          <Link to="/admin" search={{ spam: 'quarantined' }}>
            {`${sectionCount(quarantined)} set aside as possible spam`}
          </Link>
          {quarantined >= maxQuarantined && (
            <span>No more are taken: the form asks further suspicious visitors to call.</span>
          )}
        </p>
      )}
      {total > 0 && (
        <>
          <p className={styles.line}>
            <MailIcon />
            <span>{`${sectionCount(total)} ${total === 1 ? 'email' : 'emails'} couldn’t be delivered`}</span>
            <button
              type="button"
              className={buttonClass('quiet', 'compact')}
              aria-expanded={open}
              aria-controls={listId}
              onClick={() => setOpen(!open)}
            >
              <Changing>{open ? 'Hide' : 'Show'}</Changing>
              <span className="unseen"> undelivered emails</span>
            </button>
          </p>
          <ul id={listId} className={styles.emails} hidden={!open}>
            {items.map((email) => (
              <FailedEmailRow key={email.id} email={email} work={work} />
            ))}
          </ul>
          {open && total > items.length && <p className={styles.rest}>{`The latest ${items.length} are shown.`}</p>}
        </>
      )}
    </div>
  )
}
