import { useEffect, useId, useRef, useState } from 'react'
import type { EstimateDetail } from '#client/lib/api.ts'
import { formatExactTime } from '#shared/formatting.ts'
import { dropDrafts } from '../layout/tab-drafts.ts'
import { EstimateBadges } from '../ui/estimate-badges.tsx'
import { EstimateFacts } from '../ui/estimate-facts.tsx'
import { DetailBar } from './detail-bar.tsx'
import styles from './detail-sheet.module.css'
import { Timeline } from './timeline.tsx'
import notice from './work-notice.module.css'

/** An estimate whose person's data was erased: what reports count, and what happened. */
export function ErasedSheet({ page }: { page: EstimateDetail }) {
  const { estimate, assignees, timeline, work } = page
  const headingId = useId()
  const newer = useRef<HTMLAnchorElement>(null)
  const older = useRef<HTMLAnchorElement>(null)
  const [hadDraft, setHadDraft] = useState(false)
  useEffect(() => {
    if (dropDrafts(estimate.id)) setHadDraft(true)
    // The focused control of the former page is gone.
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('main')?.focus()
  }, [estimate.id])
  const event = timeline.findLast(({ kind }) => kind === 'erased')

  return (
    <>
      <DetailBar id={estimate.id} newer={page.newer} older={page.older} links={{ newer, older }} />
      <article className={styles.sheet} aria-labelledby={headingId}>
        <header className={styles.header}>
          <h2 id={headingId} className={styles.name}>
            {estimate.name}
          </h2>
          <EstimateBadges urgent={estimate.urgent} source={estimate.source} {...work} />
          <p className={styles.reference}>
            {estimate.reference}, submitted{' '}
            <time dateTime={estimate.createdAt}>{formatExactTime(new Date(estimate.createdAt))}</time> (New York)
          </p>
        </header>
        <div className={styles.facts}>
          <EstimateFacts estimate={estimate} />
        </div>
        <section className={styles.work} aria-label="Work on the request">
          <div className={notice.notice} role="status">
            <h3>Personal data erased</h3>
            <p>
              {event?.kind === 'erased' && event.cause === 'retention'
                ? 'The site erased it because of its age'
                : `${event?.by ?? 'A colleague'} erased it`}
              {work.erasedAt && ` on ${formatExactTime(new Date(work.erasedAt))}`}. The request stays in the reports and
              can no longer be changed.
            </p>
            {hadDraft && <p>What you had begun to write about it here was not saved, and is gone, too.</p>}
          </div>
        </section>
        <div className={styles.timeline}>
          <Timeline events={timeline} waiting={[]} assignees={assignees} />
        </div>
      </article>
    </>
  )
}
