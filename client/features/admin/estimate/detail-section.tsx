import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { prepareToasts } from '#client/components/toasts.tsx'
import { api } from '#client/lib/api.ts'
import { errorCode, errorReason } from '#client/lib/api-error.ts'
import { usePageTitle } from '#client/lib/use-page-change.ts'
import { LoadError } from '../layout/load-error.tsx'
import { MessageCard } from '../layout/message-card.tsx'
import { NoAccess } from '../layout/no-access.tsx'
import section from '../layout/page-section.module.css'
import { queryOptions } from '../layout/query-options.ts'
import { Skeleton } from '../layout/skeleton.tsx'
import { DetailSheet } from './detail-sheet.tsx'

type DetailSectionProps = {
  id: string
  /** Of whoever is signed in. */
  email: string
}

/** One request: while it loads, when it fails, when there is none, and when it is there. */
export function DetailSection({ id, email }: DetailSectionProps) {
  // What is worked on is looked at anew each time; until then what was there before is shown.
  const query = api.estimates.get.useQuery({ id }, { ...queryOptions, staleTime: 0 })
  const { data, error, isSuccess } = query
  usePageTitle(data && `${data.estimate.name} · ${data.estimate.reference}`)

  useEffect(() => {
    if (isSuccess) prepareToasts()
  }, [isSuccess])

  function retry(): void {
    // The button that was pressed goes away, and the focus would be lost with it.
    document.querySelector<HTMLElement>('main')?.focus()
    void query.refetch()
  }

  const refused = errorReason(error) === 'insufficient_role'
  if (data && !refused) return <DetailSheet page={data} />

  function content() {
    if (refused) return <NoAccess email={email} onRetry={retry} />
    if (query.isFetching || !error) return <Skeleton words="Loading the request…" cards={1} />
    if (isMissing(error)) return <NotThere />
    return (
      <LoadError
        title="The request could not be loaded"
        heading="h2"
        role="alert"
        text="It is safe with us; only this page could not get it."
        onRetry={retry}
      >
        <Link to="/admin">To the list</Link>
      </LoadError>
    )
  }

  return (
    <section className={section.content} aria-label="Estimate request">
      {content()}
    </section>
  )
}

function NotThere() {
  return (
    <MessageCard title="There is no such request" heading="h2" role="alert">
      <p>The address may have been mistyped, or the request has been erased.</p>
      <Link to="/admin" className={buttonClass()}>
        To the list
      </Link>
    </MessageCard>
  )
}

/** What is no request's id at all is refused as input that is wrong. */
function isMissing(error: unknown): boolean {
  const code = errorCode(error)
  return code === 'NOT_FOUND' || code === 'BAD_REQUEST'
}
