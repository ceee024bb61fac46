import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { ProblemNote } from '#client/components/problem-note.tsx'
import { api } from '#client/lib/api.ts'
import { failureMessage } from '#client/lib/api-error.ts'
import { displayName } from '#shared/account.ts'
import { queryOptions } from '../layout/query-options.ts'
import type { Colleague } from './erase-account-dialog.tsx'
import styles from './privacy.module.css'

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
    <Paper component="section" className={styles.card} aria-labelledby="colleagues-heading">
      <Stack gap="sm">
        <div>
          <Title id="colleagues-heading">Accounts of colleagues who have left</Title>
          <Text c="dimmed">What they did stays, without their name.</Text>
        </div>
        {!people && query.error && !query.isFetching && (
          <ProblemNote text={failureMessage(query.error)} onRetry={() => void query.refetch()} />
        )}
        {!people && query.isFetching && <p role="status">One moment…</p>}
        {people?.length === 0 && <p>No one has left.</p>}
        {people && people.length > 0 && (
          <ul>
            {people.map((person) => (
              <Group key={person.id} component="li" justify="space-between" gap="xs" className={styles.row}>
                <div>
                  <Text fw={650}>
                    <bdi>{displayName(person)}</bdi>
                  </Text>
                  {person.name && (
                    <Text size="sm" c="dimmed">
                      <bdi>{person.email}</bdi>
                    </Text>
                  )}
                </div>
                <Button
                  variant="default"
                  aria-label={`Erase the account of ${displayName(person)}`}
                  onClick={() => setAsked(person)}
                >
                  Erase…
                </Button>
              </Group>
            ))}
          </ul>
        )}
      </Stack>
      {asked && (
        <Suspense>
          <EraseAccountDialog person={asked} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </Paper>
  )
}
