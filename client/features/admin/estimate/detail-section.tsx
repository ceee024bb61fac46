import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { prepareToasts } from '#client/components/toasts.tsx'
import { api, type EstimateDetail } from '#client/lib/api.ts'
import { errorCode, errorReason } from '#client/lib/api-error.ts'
import { usePageTitle } from '#client/lib/use-page-change.ts'
import { formatExactTime } from '#shared/formatting.ts'
import section from '../layout/page-section.module.css'
import { LoadError, MessageCard, NoAccess, Skeleton } from '../layout/page-states.tsx'
import { queryOptions } from '../layout/query-options.ts'
import { useStaff } from '../layout/staff-context.ts'
import { dropDrafts } from '../layout/tab-drafts.ts'
import { useRecentRequest } from '../layout/use-recent-request.ts'
import { EstimateFacts } from '../ui/estimate-facts.tsx'
import { DetailBar } from './detail-bar.tsx'
import { DetailSheet } from './detail-sheet.tsx'
import { awaitsEmail } from './email-events.ts'
import { Notice, SheetFrame } from './sheet-frame.tsx'
import { Timeline } from './timeline.tsx'

const emailPollMs = 4_000

export function DetailSection() {
  const { id } = useParams({ from: '/admin/estimates/$id' })
  const { email } = useStaff()
  // They come with the page, so that nothing moves when they do.
  api.proposals.list.usePrefetchQuery({ id }, queryOptions)
  // Always refetches, since colleagues may work on the estimate.
  const query = api.estimates.get.useQuery(
    { id },
    {
      ...queryOptions,
      staleTime: 0,
      // The outbox announces failures only.
      refetchInterval: ({ state }) =>
        state.data !== undefined && awaitsEmail(state.data.timeline, new Date()) && emailPollMs,
    },
  )
  const { data, error, isSuccess } = query
  useRecentRequest(data)
  usePageTitle(data && `${data.estimate.name} · ${data.estimate.reference}`)

  useEffect(() => {
    if (isSuccess) prepareToasts()
  }, [isSuccess])

  function retry(): void {
    // The pressed button disappears, and would take the focus with it.
    document.querySelector<HTMLElement>('main')?.focus()
    void query.refetch()
  }

  const refused = errorReason(error) === 'insufficient_role'
  if (data && !refused) return data.work.erasedAt ? <ErasedSheet page={data} /> : <DetailSheet page={data} />

  function content() {
    if (refused) return <NoAccess email={email} onRetry={retry} />
    if (query.isFetching || !error) return <Skeleton label="Loading the request…" cards={1} />
    if (isMissing(error)) return <NotFound />
    return (
      <LoadError
        title="We couldn’t load this request"
        heading="h2"
        role="alert"
        text="It is safe. Only this page couldn’t get it."
        onRetry={retry}
      >
        <Link to="/admin">Go to the list</Link>
      </LoadError>
    )
  }

  return (
    <section className={section.content} aria-label="Estimate request">
      {content()}
    </section>
  )
}

function NotFound() {
  return (
    <MessageCard title="Request not found" heading="h2" role="alert">
      <p>The link may be mistyped, or the request was deleted.</p>
      <Button component={Link} to="/admin">
        Go to the list
      </Button>
    </MessageCard>
  )
}

/** The server rejects a malformed id with BAD_REQUEST. */
function isMissing(error: unknown): boolean {
  const code = errorCode(error)
  return code === 'NOT_FOUND' || code === 'BAD_REQUEST'
}

/** An estimate whose person's data was erased: what reports count, and what happened. */
function ErasedSheet({ page }: { page: EstimateDetail }) {
  const { estimate, assignees, timeline, work } = page
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
      <DetailBar page={page} />
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
