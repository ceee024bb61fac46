import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { ProblemNote } from '#client/components/problem-note.tsx'
import { api } from '#client/lib/api.ts'
import { failureMessage } from '#client/lib/api-error.ts'
import { displayName } from '#shared/account.ts'
import { queryOptions } from '../layout/query-options.ts'
import type { Colleague } from './erase-account-dialog.tsx'
import styles from './privacy-section.module.css'

const EraseAccountDialog = lazy(async () => {
  const { EraseAccountDialog: component } = await import('./erase-account-dialog.tsx')
  return { default: component }
})

/** Erases the accounts of colleagues who have left. */
export function ColleagueList() {
  const query = api.privacy.colleagues.useQuery(undefined, { ...queryOptions, staleTime: 0 })
  const [asked, setAsked] = useState<Colleague>()
  const people = query.data?.people

  return (
    <section className={styles.card} aria-labelledby="colleagues-heading">
      <div className={styles.head}>
        <h3 id="colleagues-heading">Accounts of colleagues who have left</h3>
        <p className={styles.note}>
          Their name and address are erased everywhere. What they did stays, as that of a former colleague. The list has
          everyone whose access was revoked under <Link to="/admin/people">People</Link>.
        </p>
      </div>
      {!query.data && query.error && !query.isFetching && (
        <ProblemNote text={failureMessage(query.error)} onRetry={() => void query.refetch()} />
      )}
      {!people && query.isFetching && <p role="status">One moment…</p>}
      {people?.length === 0 && <p>No one has left.</p>}
      {people && people.length > 0 && (
        <ul className={styles.people}>
          {people.map((person) => (
            <li key={person.id} className={styles.person}>
              <div>
                <p className={styles.name}>
                  <bdi>{displayName(person)}</bdi>
                </p>
                {person.name && (
                  <p className={styles.when}>
                    <bdi>{person.email}</bdi>
                  </p>
                )}
              </div>
              <button
                type="button"
                className={buttonClass('quiet', 'compact')}
                aria-label={`Erase the account of ${displayName(person)}`}
                onClick={() => setAsked(person)}
              >
                Erase…
              </button>
            </li>
          ))}
        </ul>
      )}
      {asked && (
        <Suspense>
          <EraseAccountDialog person={asked} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </section>
  )
}
