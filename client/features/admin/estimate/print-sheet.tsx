import { Group, Stack, Text, Title } from '@mantine/core'
import { useId } from 'react'
import type { EstimateDetail } from '#client/lib/api.ts'
import { displayName } from '#shared/account.ts'
import { company } from '#shared/company.ts'
import { answerText } from '#shared/estimates/answers.ts'
import { isPhoneEstimate } from '#shared/estimates/estimate-source.ts'
import { type TimelineEvent, withdrawnContacts } from '#shared/estimates/estimate-work.ts'
import { estimateFields } from '#shared/estimates/fields.ts'
import { proposalLabel } from '#shared/estimates/proposal-clock.ts'
import { formatVisit } from '#shared/estimates/visits.ts'
import { formatExactTime } from '#shared/formatting.ts'
import { readPhoneNumber } from '#shared/phone-numbers.ts'
import badge from '../ui/badge.module.css'
import facts from '../ui/estimate-facts.module.css'
import { DescriptionItem, EstimateFacts } from '../ui/estimate-facts.tsx'
import { EstimateTexts } from '../ui/estimate-texts.tsx'
import { proposalDates, useProposal } from '../ui/proposal-badge.tsx'
import { capitalized, capitalizedStatus, channelLabels, dayLabel, eventText, outcomeLabels } from '../ui/work-labels.ts'
import { PrintedPhotos } from './photos.tsx'
import styles from './print-sheet.module.css'
import sheet from './sheet-frame.module.css'
import { EventOrigin } from './timeline.tsx'

const handwriting = Array.from({ length: 10 }, (_, index) => index)

/** Prints an estimate for a site visit. It is in the page only while printing. */
export function PrintSheet({ page }: { page: EstimateDetail }) {
  const { estimate, photos, work, timeline } = page
  const headingId = useId()
  const proposal = useProposal(work)
  return (
    <article className={styles.sheet} aria-labelledby={headingId}>
      <Group component="header" justify="space-between" align="baseline" gap="0 1rem" className={styles.letterhead}>
        <Text ff="heading" fz="1.125rem" fw={750}>
          {company.name}
        </Text>
        <p>
          {company.phone.display}, {company.email}
        </p>
      </Group>
      <Group justify="space-between" align="baseline" gap="0 1rem">
        <Title order={1} fz="1.5rem" miw={0} id={headingId}>
          <bdi>{estimate.name}</bdi> {estimate.urgent && <span className={badge.badge}>Urgent</span>}
        </Title>
        <b>{estimate.reference}</b>
      </Group>
      <dl className={`${facts.facts} ${styles.reach}`}>
        <DescriptionItem label="Phone">
          {estimate.phone === null ? 'Not given' : readPhoneNumber(estimate.phone).text}
        </DescriptionItem>
        {estimate.bestTime && (
          <DescriptionItem label={estimateFields.bestTime.staffLabel}>
            {answerText(estimate, 'bestTime')}
          </DescriptionItem>
        )}
        <DescriptionItem label="Where">{estimate.location}</DescriptionItem>
      </dl>
      <EstimateFacts estimate={estimate} without={['location', 'day']} />
      <dl className={`${facts.facts} ${styles.work}`}>
        <DescriptionItem label="Received">
          {formatExactTime(new Date(estimate.createdAt))}
          {isPhoneEstimate(estimate) && ', by phone'}
        </DescriptionItem>
        <DescriptionItem label="Email">{estimate.email || 'Not given'}</DescriptionItem>
        <DescriptionItem label="Status">{capitalizedStatus(work.status)}</DescriptionItem>
        <DescriptionItem label="Outcome">
          {[capitalized(outcomeLabels[work.outcome]), work.outcomeReason].filter(Boolean).join(': ')}
        </DescriptionItem>
        <DescriptionItem label="Assigned to">
          {work.assignee ? displayName(work.assignee) : 'Unassigned'}
        </DescriptionItem>
        <DescriptionItem label="Follow-up">{work.followUpOn ? dayLabel(work.followUpOn) : 'None'}</DescriptionItem>
        {work.visit && (
          <DescriptionItem label="Visit">
            {[formatVisit(work.visit), work.visit.place, work.visit.assignee && displayName(work.visit.assignee)]
              .filter(Boolean)
              .join(', ')}
          </DescriptionItem>
        )}
        {proposal && (
          <DescriptionItem label="Proposal">
            {proposal.kind === 'due'
              ? capitalized(proposalDates(work))
              : `${capitalized(proposalLabel(proposal))} (${proposalDates(work)})`}
          </DescriptionItem>
        )}
      </dl>
      <EstimateTexts estimate={estimate} heading="h2" />
      {photos.length > 0 && (
        <Stack component="section" gap="xs" aria-label="Photos">
          <Title order={2} fz="1rem">
            Photos
          </Title>
          <PrintedPhotos photos={photos} />
        </Stack>
      )}
      <PrintedNotes events={timeline} />
      <section className={styles.whole} aria-label="On site">
        <Title order={2} fz="1rem">
          On site
        </Title>
        {handwriting.map((line) => (
          <div key={line} className={styles.line} />
        ))}
      </section>
    </article>
  )
}

/** Prints the notes with the oldest first. */
function PrintedNotes({ events }: { events: readonly TimelineEvent[] }) {
  const withdrawn = withdrawnContacts(events)
  const written = events.filter(({ id, kind }) => kind === 'note' || (kind === 'contact' && !withdrawn.has(id)))
  if (written.length === 0) return null
  return (
    <Stack component="section" gap="xs" aria-label="Notes">
      <Title order={2} fz="1rem">
        Notes
      </Title>
      <Stack component="ol" gap="xs">
        {written.map((event) => (
          <li key={event.id} className={styles.whole}>
            <Text size="xs" c="dimmed">
              {event.kind === 'contact' && `${channelLabels[event.channel]}, `}
              <EventOrigin event={event} />
            </Text>
            <p className={sheet.written} dir="auto">
              {eventText(event)}
            </p>
          </li>
        ))}
      </Stack>
    </Stack>
  )
}
