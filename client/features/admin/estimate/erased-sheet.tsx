import { useEffect, useRef, useState } from 'react'
import type { EstimateDetail } from '#client/lib/api.ts'
import { formatExactTime } from '#shared/formatting.ts'
import { dropDrafts } from '../layout/tab-drafts.ts'
import { EstimateFacts } from '../ui/estimate-facts.tsx'
import { DetailBar } from './detail-bar.tsx'
import { Notice, SheetFrame } from './sheet-frame.tsx'
import { Timeline } from './timeline.tsx'

/** An estimate whose person's data was erased: what reports count, and what happened. */
export function ErasedSheet({ page }: { page: EstimateDetail }) {
  const { estimate, assignees, timeline, work } = page
  const newer = useRef<HTMLAnchorElement>(null)
  const older = useRef<HTMLAnchorElement>(null)
  const [hadDraft, setHadDraft] = useState(false)
  useEffect(() => {
    if (dropDrafts(estimate.id)) setHadDraft(true)
    // The focused control of the former page is gone.
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('main')?.focus()
  }, [estimate.id])
  const event = timeline.findLast(({ kind }) => kind === 'erased')
  const who =
    event?.kind === 'erased' && event.cause === 'retention'
      ? 'The site erased it because of its age'
      : `${event?.by ?? 'A colleague'} erased it`
  const when = work.erasedAt ? ` on ${formatExactTime(new Date(work.erasedAt))}` : ''
  const lost = hadDraft ? ' What you had begun to write about it here was not saved, and is gone, too.' : ''

  return (
    <>
      <DetailBar id={estimate.id} newer={page.newer} older={page.older} links={{ newer, older }} />
      <SheetFrame
        page={page}
        work={work}
        facts={<EstimateFacts estimate={estimate} />}
        controls={
          <Notice
            title="Personal data erased"
            text={`${who}${when}. The request stays in the reports and can no longer be changed.${lost}`}
            role="status"
          />
        }
        timeline={<Timeline events={timeline} waiting={[]} assignees={assignees} />}
      />
    </>
  )
}
