import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { prepareToasts } from '#client/components/toasts.tsx'
import { api } from '#client/lib/api.ts'
import { errorCode, errorReason } from '#client/lib/api-error.ts'
import { usePageTitle } from '#client/lib/use-page-change.ts'
import { LoadError, MessageCard } from '../layout/message-card.tsx'
import { NoAccess } from '../layout/no-access.tsx'
import section from '../layout/page-section.module.css'
import { queryOptions } from '../layout/query-options.ts'
import { Skeleton } from '../layout/skeleton.tsx'
import { useStaff } from '../layout/staff-context.ts'
import { useRecentRequest } from '../layout/use-recent-request.ts'
import { DetailSheet } from './detail-sheet.tsx'
import { awaitsEmail } from './email-events.ts'
import { ErasedSheet } from './erased-sheet.tsx'

const emailPollMs = 4_000

export function DetailSection() {
  const { id } = useParams({ from: '/admin/estimates/$id' })
  const { email } = useStaff()
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
