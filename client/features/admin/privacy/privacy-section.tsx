import { useRef } from 'react'
import { api } from '#client/lib/api.ts'
import { errorReason } from '#client/lib/api-error.ts'
import { LoadError } from '../layout/load-error.tsx'
import { NoAccess } from '../layout/no-access.tsx'
import section from '../layout/page-section.module.css'
import { queryOptions } from '../layout/query-options.ts'
import { Skeleton } from '../layout/skeleton.tsx'
import { useStaff } from '../layout/staff-context.ts'
import { PeopleFrame } from '../people/people-frame.tsx'
import { ColleagueList } from './colleague-list.tsx'
import styles from './privacy-section.module.css'
import { RetentionForm } from './retention-form.tsx'

/** How long requests keep a person's data, and the accounts of colleagues who have left. For administrators. */
export function PrivacySection() {
  const { email } = useStaff()
  const heading = useRef<HTMLHeadingElement>(null)
  const query = api.privacy.retention.useQuery(undefined, { ...queryOptions, staleTime: 0 })
  const { data, error } = query

  function retry(): void {
    // The pressed button disappears, and would take the focus with it.
    heading.current?.focus()
    void query.refetch()
  }

  function content() {
    if (errorReason(error) === 'insufficient_role') return <NoAccess email={email} onRetry={retry} />
    if (data)
      return (
        <>
          <RetentionForm key={JSON.stringify(data.rules)} retention={data} />
          <section className={styles.card} aria-labelledby="erase-person-heading">
            <h3 id="erase-person-heading">One person’s data</h3>
            <p>
              A visitor asks for a copy, or to be forgotten? Find one of their requests, open it, and press{' '}
              <strong>Personal data…</strong> It finds everything with the same email address or phone number.
            </p>
          </section>
          <ColleagueList />
        </>
      )
    if (query.isFetching || !error) return <Skeleton label="Loading the rules…" cards={2} />
    return (
      <LoadError
        title="We couldn’t load the rules"
        role="alert"
        text="They are still in force. Only this page couldn’t get them."
        onRetry={retry}
      />
    )
  }

  return (
    <PeopleFrame
      title="Privacy"
      heading={heading}
      aside={<p className={section.aside}>How long the data of visitors is kept, and what is erased</p>}
    >
      {content()}
    </PeopleFrame>
  )
}
