import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { prepareToasts } from '#client/components/failure-toast.ts'
import { api } from '#client/lib/api.ts'
import { errorCode, errorReason } from '#client/lib/api-error.ts'
import { usePageTitle } from '#client/lib/use-page-change.ts'
import styles from './detail-section.module.css'
import { DetailSheet } from './detail-sheet.tsx'
import { DetailSkeleton } from './detail-skeleton.tsx'
import message from './list-message.module.css'
import { NoAccess } from './no-access.tsx'
import { readingRules } from './reading-rules.ts'

type DetailSectionProps = {
  id: string
  /** Of whoever is signed in. */
  email: string
}

/** One request: while it loads, when it fails, when there is none, and when it is there. */
export function DetailSection({ id, email }: DetailSectionProps) {
  // What is worked on is looked at anew each time; until then what was there before is shown.
  const query = api.estimates.get.useQuery({ id }, { ...readingRules, staleTime: 0 })
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

  if (errorReason(error) === 'insufficient_role')
    return (
      <Message>
        <NoAccess email={email} onRetry={retry} />
      </Message>
    )
  if (data) return <DetailSheet page={data} />
  if (query.isFetching || !error)
    return (
      <Message>
        <DetailSkeleton />
      </Message>
    )
  return <Message>{isMissing(error) ? <NotThere /> : <Failure onRetry={retry} />}</Message>
}

function Message({ children }: { children: ReactNode }) {
  return (
    <section className={styles.content} aria-label="Estimate request">
      {children}
    </section>
  )
}

function NotThere() {
  return (
    <div className={message.message} role="alert">
      <h2>There is no such request</h2>
      <p>The address may have been mistyped, or the request has been erased.</p>
      <Link to="/admin" className={buttonClass()}>
        To the list
      </Link>
    </div>
  )
}

function Failure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={message.message} role="alert">
      <h2>The request could not be loaded</h2>
      <p>It is safe with us; only this page could not get it. Trying again often helps.</p>
      <button type="button" className={buttonClass()} onClick={onRetry}>
        Retry
      </button>
      <Link to="/admin">To the list</Link>
    </div>
  )
}

/** What is no request's id at all is refused as input that is wrong. */
function isMissing(error: unknown): boolean {
  const code = errorCode(error)
  return code === 'NOT_FOUND' || code === 'BAD_REQUEST'
}
