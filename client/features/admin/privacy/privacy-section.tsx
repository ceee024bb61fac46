import { Stack } from '@mantine/core'
import { api } from '#client/lib/api.ts'
import { isAllowed } from '#shared/permissions.ts'
import { queryOptions } from '../layout/query-options.ts'
import { useStaff } from '../layout/staff-context.ts'
import { PeopleFrame } from '../people/people-frame.tsx'
import { ColleagueList } from './colleague-list.tsx'
import { PersonSearch } from './person-search.tsx'
import styles from './privacy.module.css'
import { RetentionForm } from './retention-form.tsx'

/** Shows administrators one person's data, how long requests keep such data, and the accounts of former colleagues. */
export function PrivacySection() {
  const { role } = useStaff()
  const query = api.privacy.retention.useQuery(undefined, {
    ...queryOptions,
    enabled: isAllowed(role, 'managePeople'),
    staleTime: 0,
  })

  return (
    <PeopleFrame title="Privacy" what="the rules" query={query}>
      {(retention) => (
        <div className={styles.cards}>
          <Stack gap="lg">
            <PersonSearch />
            <RetentionForm key={JSON.stringify(retention.rules)} retention={retention} />
          </Stack>
          <ColleagueList />
        </div>
      )}
    </PeopleFrame>
  )
}
