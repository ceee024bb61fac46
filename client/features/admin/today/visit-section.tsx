import { Paper, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useId, useRef, useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import type { Today, TodayVisit } from '#client/lib/api.ts'
import { optionLabel, projectTypes } from '#shared/estimates/options.ts'
import { useStaff } from '../layout/staff-context.ts'
import badge from '../ui/badge.module.css'
import { BestTimeBadge } from '../ui/badges.tsx'
import { ContactButton, TextButton } from '../ui/contact-button.tsx'
import { ErrorText } from '../ui/form.tsx'
import { mapHref } from '../ui/map-href.ts'
import { factSeparator } from '../ui/project-summary.tsx'
import { nobodyGoes, shortName } from '../ui/work-labels.ts'
import row from './day-row.module.css'
import { DoneRow } from './done-row.tsx'
import styles from './today.module.css'
import { RowName, SectionHeading } from './today-headings.tsx'
import { visitLabel, visitsId } from './today-labels.ts'
import { saveMessage, type TodayWork } from './use-today-work.ts'

type VisitSectionProps = { today: Pick<Today, 'at' | 'day' | 'visits'>; work: TodayWork }

/** The visits of today and tomorrow, and those that nobody has logged. It renders nothing where there are none. */
export function VisitSection({ today, work }: VisitSectionProps) {
  const labelId = useId()
  // They keep their places for a moment.
  const [logged, setLogged] = useState<readonly TodayVisit[]>([])
  const isIn = (visits: readonly TodayVisit[], { id }: TodayVisit) => visits.some((one) => one.id === id)
  const open = today.visits.filter((visit) => !isIn(logged, visit))
  const shown = [...open, ...logged].toSorted((one, other) => one.startsAt.localeCompare(other.startsAt))
  if (shown.length === 0) return null
  return (
    <Stack gap="0.5rem" component="section" aria-labelledby={labelId}>
      <SectionHeading id={visitsId} labelId={labelId} title="Visits">
        {String(today.visits.length)}
      </SectionHeading>
      <Paper component="ul" className={styles.rows} aria-labelledby={labelId}>
        {shown.map((visit) => (
          <VisitRow
            key={visit.id}
            visit={visit}
            today={today}
            work={work}
            isLogged={isIn(logged, visit)}
            isLeaving={!isIn(today.visits, visit)}
            onLogged={() => setLogged((former) => [...former, visit])}
            onEnd={() => setLogged((former) => former.filter(({ id }) => id !== visit.id))}
          />
        ))}
      </Paper>
    </Stack>
  )
}

type VisitRowProps = VisitSectionProps & {
  visit: TodayVisit
  isLogged: boolean
  isLeaving: boolean
  onLogged: () => void
  onEnd: () => void
}

function VisitRow({ visit, today, work, isLogged, isLeaving, onLogged, onEnd }: VisitRowProps) {
  const { estimateId: id, name, email, phone, startsAt } = visit
  const [failure, setFailure] = useState<string>()
  const saving = useRef(false)

  async function logVisit(): Promise<void> {
    if (saving.current) return
    saving.current = true
    setFailure(undefined)
    try {
      await work.logVisit(visit)
      onLogged()
    } catch (error) {
      setFailure(`Visit not logged. ${saveMessage(error)}`)
    } finally {
      saving.current = false
    }
  }

  return (
    <li data-estimate={id} className={row.row}>
      {isLogged && (
        <DoneRow name={name} done={{ text: 'Visit logged.' }} isLeaving={isLeaving} onEnd={onEnd}>
          <Link to="/admin/estimates/$id" params={{ id }} state={{ fromToday: true }}>
            Open the request
            <span className="unseen"> of {name}</span>, for instance to move the proposal’s date
          </Link>
        </DoneRow>
      )}
      <div className={`${row.content} ${isLogged ? row.behind : ''}`} inert={isLogged}>
        <About visit={visit} today={today} />
        <div className={row.actions}>
          <ContactButton name={name} email={email} phone={phone} />
          <TextButton name={name} phone={phone} />
          {startsAt <= today.at && (
            <button
              type="button"
              className={buttonClass('primary', 'compact')}
              data-log
              onClick={() => void logVisit()}
            >
              Visited<span className="unseen"> {name}</span>
            </button>
          )}
        </div>
      </div>
      {failure && <ErrorText>{failure}</ErrorText>}
    </li>
  )
}

function About({ visit, today }: Pick<VisitRowProps, 'visit' | 'today'>) {
  const { estimateId: id, name, place, projectType, bestTime, assignee } = visit
  const { email: ownEmail } = useStaff()
  return (
    <div className={row.about}>
      <div className={row.who}>
        <RowName id={id} name={name} />
        <div className={badge.badges}>
          <span className={`${badge.badge} ${badge.other}`}>{visitLabel(visit, today)}</span>
          {assignee ? (
            <span className={`${badge.badge} ${badge.assignee}`}>
              <span className="unseen">Who goes: </span>
              <bdi>{assignee.email === ownEmail ? 'You' : shortName(assignee)}</bdi>
            </span>
          ) : (
            <span className={`${badge.badge} ${badge.due}`}>{nobodyGoes}</span>
          )}
          <BestTimeBadge bestTime={bestTime} />
        </div>
      </div>
      <p className={row.facts}>
        {optionLabel(projectTypes, projectType)}
        {factSeparator}
        <a href={mapHref(place)} target="_blank" rel="noopener noreferrer">
          <bdi>{place}</bdi>
          <span className="unseen"> on the map</span>
        </a>
      </p>
    </div>
  )
}
