import { useId } from 'react'
import type { EstimateDetail } from '#client/lib/api.ts'
import { company } from '#shared/company.ts'
import { statusLabel } from '#shared/estimate-status.ts'
import { formatExactTime } from '#shared/formatting.ts'
import { Fact } from '../ui/description-item.tsx'
import { EstimateFacts } from '../ui/estimate-facts.tsx'
import { EstimateTexts } from '../ui/estimate-texts.tsx'
import { dayWords, outcomeWords } from '../ui/work-labels.ts'
import styles from './print-sheet.module.css'
import { PrintedNotes } from './printed-notes.tsx'

/** So many lines to write on, each in its place by its number. */
const handwriting = Array.from({ length: 8 }, (_, index) => index)

/** One request on paper, to take along to a site visit. It is in the page only while that is printed. */
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
        <Fact label="Phone">{estimate.phone ?? 'Not given'}</Fact>
        <Fact label="Where">{estimate.location}</Fact>
        <Fact label="E-mail">{estimate.email}</Fact>
      </dl>
      <EstimateFacts estimate={estimate} />
      <dl className={styles.work}>
        <Fact label="Received">{formatExactTime(new Date(estimate.createdAt))} (New York)</Fact>
        <Fact label="Status">{statusLabel(work.status)}</Fact>
        <Fact label="Outcome">{[outcomeWords[work.outcome], work.outcomeReason].filter(Boolean).join(': ')}</Fact>
        <Fact label="Assigned to">{work.assignee?.email ?? 'nobody'}</Fact>
        <Fact label="Follow-up">{work.followUpOn ? dayWords(work.followUpOn) : 'none'}</Fact>
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
