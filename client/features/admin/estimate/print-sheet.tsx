import { useId } from 'react'
import type { EstimateDetail } from '#client/lib/api.ts'
import { displayName } from '#shared/account.ts'
import { company } from '#shared/company.ts'
import { isPhoneEstimate } from '#shared/estimates/estimate-source.ts'
import { formatExactTime } from '#shared/formatting.ts'
import { readPhoneNumber } from '#shared/phone-numbers.ts'
import { DescriptionItem } from '../ui/description-item.tsx'
import { EstimateFacts } from '../ui/estimate-facts.tsx'
import { EstimateTexts } from '../ui/estimate-texts.tsx'
import { capitalized, capitalizedStatus, dayLabel, outcomeLabels } from '../ui/work-labels.ts'
import styles from './print-sheet.module.css'
import { PrintedNotes } from './printed-notes.tsx'

const handwriting = Array.from({ length: 10 }, (_, index) => index)

/** Prints an estimate for a site visit. It is in the page only while printing. */
export function PrintSheet({ page }: { page: EstimateDetail }) {
  const { estimate, work, timeline } = page
  const headingId = useId()
  return (
    <article className={styles.sheet} aria-labelledby={headingId}>
      <header className={styles.letterhead}>
        <p className={styles.company}>{company.name}</p>
        <p>
          {company.phone.display}, {company.email}
        </p>
      </header>
      <div className={styles.who}>
        <h1 id={headingId}>
          <bdi>{estimate.name}</bdi>
          {estimate.urgent && <span className={styles.urgent}> Urgent</span>}
        </h1>
        <p className={styles.reference}>{estimate.reference}</p>
      </div>
      <dl className={styles.reach}>
        <DescriptionItem label="Phone">
          {estimate.phone === null ? 'Not given' : readPhoneNumber(estimate.phone).text}
        </DescriptionItem>
        <DescriptionItem label="Where">{estimate.location}</DescriptionItem>
        <DescriptionItem label="Email">{estimate.email || 'Not given'}</DescriptionItem>
      </dl>
      <EstimateFacts estimate={estimate} without={['location', 'day']} />
      <dl className={styles.work}>
        <DescriptionItem label="Received">
          {formatExactTime(new Date(estimate.createdAt))} (New York){isPhoneEstimate(estimate) && ', by phone'}
        </DescriptionItem>
        <DescriptionItem label="Status">{capitalizedStatus(work.status)}</DescriptionItem>
        <DescriptionItem label="Outcome">
          {[capitalized(outcomeLabels[work.outcome]), work.outcomeReason].filter(Boolean).join(': ')}
        </DescriptionItem>
        <DescriptionItem label="Assigned to">
          {work.assignee ? displayName(work.assignee) : 'Unassigned'}
        </DescriptionItem>
        <DescriptionItem label="Follow-up">{work.followUpOn ? dayLabel(work.followUpOn) : 'None'}</DescriptionItem>
      </dl>
      <EstimateTexts estimate={estimate} heading="h2" />
      <PrintedNotes events={timeline} />
      <section className={styles.handwriting} aria-label="On site">
        <h2>On site</h2>
        {handwriting.map((line) => (
          <div key={line} className={styles.line} />
        ))}
      </section>
    </article>
  )
}
