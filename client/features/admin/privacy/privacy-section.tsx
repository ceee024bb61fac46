import { api } from '#client/lib/api.ts'
import { isAllowed } from '#shared/permissions.ts'
import section from '../layout/page-section.module.css'
import { queryOptions } from '../layout/query-options.ts'
import { useStaff } from '../layout/staff-context.ts'
import { useRetry } from '../layout/use-retry.ts'
import { PeopleContent, PeopleFrame } from '../people/people-frame.tsx'
import { ColleagueList } from './colleague-list.tsx'
import styles from './privacy-section.module.css'
import { RetentionForm } from './retention-form.tsx'

/** Shows administrators how long requests keep a person's data, and the accounts of colleagues who have left. */
export function PrivacySection() {
  const { role } = useStaff()
  const query = api.privacy.retention.useQuery(undefined, {
    ...queryOptions,
    enabled: isAllowed(role, 'managePeople'),
    staleTime: 0,
  })
  const { heading, retry } = useRetry(query.refetch)

  return (
    <PeopleFrame
      title="Privacy"
      heading={heading}
      aside={<p className={section.aside}>How long the data of visitors is kept, and what is erased</p>}
    >
      <PeopleContent query={query} what="the rules" onRetry={retry}>
        {(retention) => (
          <div className={styles.cards}>
            <RetentionForm key={JSON.stringify(retention.rules)} retention={retention} />
            <div className={styles.column}>
              <section className={styles.card} aria-labelledby="erase-person-heading">
                <h3 id="erase-person-heading">One person’s data</h3>
                <p>
                  A visitor asks for a copy, or to be forgotten? Find one of their requests, open it, and press{' '}
                  <strong>Personal data…</strong> It finds everything with the same email address or phone number.
                </p>
              </section>
              <ColleagueList />
            </div>
          </div>
        )}
      </PeopleContent>
    </PeopleFrame>
  )
}
