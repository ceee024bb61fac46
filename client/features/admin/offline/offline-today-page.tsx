import { Button, Paper, Title } from '@mantine/core'
import { useEffect } from 'react'
import { auth } from '#client/lib/auth/auth-client.ts'
import { displayName } from '#shared/account.ts'
import { type TodaySection, todaySections } from '#shared/estimates/today.ts'
import { formatVisit } from '#shared/estimates/visits.ts'
import { formatDayAndTime } from '#shared/formatting.ts'
import page from '../layout/page-section.module.css'
import row from '../today/day-row.module.css'
import { sectionCount, sectionTexts, visitsId } from '../today/today-labels.ts'
import badge from '../ui/badge.module.css'
import { BestTimeBadge, ResponseBadge } from '../ui/badges.tsx'
import { ContactButton, TextButton } from '../ui/contact-button.tsx'
import { factSeparator, ProjectSummary } from '../ui/project-summary.tsx'
import { ProposalBadge } from '../ui/proposal-badge.tsx'
import { StaffRegion } from '../ui/staff-region.tsx'
import { nobodyGoes } from '../ui/work-labels.ts'
import type { OfflineEstimate, OfflineVisit, SavedToday } from './offline-today-data.ts'
import styles from './offline-today-page.module.css'

/** It tries again after so many milliseconds. */
const retryEvery = 15_000

/** Today as it was last seen on this device, to read and to call from, until the server can be reached. */
export function OfflineTodayPage({ savedAt, today }: SavedToday) {
  useEffect(() => {
    const timer = setInterval(() => void auth.reload(), retryEvery)
    return () => clearInterval(timer)
  }, [])

  const shown = todaySections.filter((name) => today.sections[name].items.length > 0)
  return (
    <StaffRegion>
      <div className={styles.page}>
        <header className={styles.header}>
          <Title order={1} size="h2">
            Today
          </Title>
          <p role="status">
            No connection. This is how it was on <strong>{formatDayAndTime(savedAt)}</strong>.
          </p>
          <p>You can read and call. Changes can be saved once you are connected again.</p>
          <Button variant="inverse" onClick={() => void auth.reload()}>
            Try again
          </Button>
        </header>
        <div className={page.content}>
          {shown.length === 0 && today.visits.length === 0 && <p>There was nothing to do.</p>}
          {today.visits.length > 0 && (
            <section aria-labelledby={visitsId}>
              <Title order={2} size="h3" mt="lg" mb="xs" id={visitsId}>
                {`Visits (${today.visits.length})`}
              </Title>
              <Paper component="ul">
                {today.visits.map((visit) => (
                  <LastVisit key={visit.id} visit={visit} />
                ))}
              </Paper>
            </section>
          )}
          {shown.map((name) => (
            <section key={name} aria-labelledby={name}>
              <Title order={2} size="h3" mt="lg" mb="xs" id={name}>
                {`${sectionTexts[name].title} (${sectionCount(today.sections[name].total)})`}
              </Title>
              <Paper component="ul">
                {today.sections[name].items.map((estimate) => (
                  <LastRow key={estimate.id} section={name} estimate={estimate} />
                ))}
              </Paper>
            </section>
          ))}
        </div>
      </div>
    </StaffRegion>
  )
}

/** It may be read on the next day, so that it names the day. */
function LastVisit({ visit }: { visit: OfflineVisit }) {
  return (
    <li className={`${row.row} ${row.content}`}>
      <div className={row.about}>
        <div className={row.who}>
          <h3 className={row.name}>
            <bdi>{visit.name}</bdi>
          </h3>
          <div className={badge.badges}>
            <span className={`${badge.badge} ${badge.other}`}>{formatVisit(visit)}</span>
            <BestTimeBadge {...visit} />
          </div>
        </div>
        <p className={row.facts}>
          <bdi>{visit.place}</bdi>
          {factSeparator}
          <bdi>{visit.assignee ? displayName(visit.assignee) : nobodyGoes}</bdi>
        </p>
      </div>
      <div className={row.actions}>
        <ContactButton {...visit} />
        <TextButton {...visit} />
      </div>
    </li>
  )
}

function LastRow({ section, estimate }: { section: TodaySection; estimate: OfflineEstimate }) {
  const { name, email, phone, urgent } = estimate
  return (
    <li className={`${row.row} ${row.content}`}>
      <div className={row.about}>
        <div className={row.who}>
          <h3 className={row.name}>
            <bdi>{name}</bdi>
          </h3>
          <div className={badge.badges}>
            {urgent && <span className={`${badge.badge} ${badge.urgent}`}>Urgent</span>}
            {section === 'proposals' ? <ProposalBadge {...estimate} /> : <ResponseBadge {...estimate} />}
            <BestTimeBadge {...estimate} />
          </div>
        </div>
        <p className={row.facts}>
          <ProjectSummary {...estimate} />
          {email && (
            <>
              {factSeparator}
              <bdi>{email}</bdi>
            </>
          )}
        </p>
      </div>
      <div className={row.actions}>
        <ContactButton name={name} email={email} phone={phone} />
        <TextButton name={name} phone={phone} />
      </div>
    </li>
  )
}
