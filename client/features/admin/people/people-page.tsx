import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Changing } from '#client/components/changing.tsx'
import { api } from '#client/lib/api.ts'
import { minuteMs } from '#shared/durations.ts'
import type { Person } from '#shared/people.ts'
import { isAllowed } from '#shared/permissions.ts'
import { queryOptions } from '../layout/query-options.ts'
import { usePageActions, useStaff } from '../layout/staff-context.ts'
import { DutyDialog } from './duty-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { PeopleFrame } from './people-frame.tsx'
import { dutyText, lackingText, peopleWhoLack } from './people-labels.ts'
import { PersonDialog, type PersonTask } from './person-dialog.tsx'
import { PersonRow } from './person-row.tsx'

type OpenDialog = { readonly kind: 'invite' | 'duty' } | PersonTask

/** Shows who works here, with an administrator's actions. */
export function PeoplePage() {
  const { role, email: own } = useStaff()
  const mayManage = isAllowed(role, 'managePeople')
  const queryClient = useQueryClient()
  const [dialog, setDialog] = useState<OpenDialog>()
  const query = api.people.list.useQuery(undefined, {
    ...queryOptions,
    enabled: mayManage,
    // Another administrator may work here, too.
    refetchInterval: minuteMs,
  })
  const people = query.data?.people ?? []
  const joined = people.filter(({ invitation }) => invitation === null)
  const invited = people.filter(({ invitation }) => invitation !== null)
  usePageActions(mayManage ? [{ label: 'Invite a colleague', run: () => setDialog({ kind: 'invite' }) }] : [])

  // A change shows in assignees, lists and timelines, too.
  const changed = () => void queryClient.invalidateQueries()

  const rows = (list: readonly Person[]) => (
    <Paper component="ul">
      {list.map((person) => (
        <PersonRow key={person.id} person={person} now={new Date(query.data?.now ?? Date.now())} onTask={setDialog} />
      ))}
    </Paper>
  )

  return (
    <>
      <PeopleFrame
        title="People"
        what="the people"
        query={query}
        aside={query.data && countText(joined.length, invited.length)}
        actions={query.data && <Button onClick={() => setDialog({ kind: 'invite' })}>Invite a colleague</Button>}
      >
        {({ duty }) => (
          <>
            {rows(joined)}
            <Stack gap="sm" component="section" aria-labelledby="duty-heading">
              <Title id="duty-heading">Required second factor</Title>
              <Paper p="0.75rem 0.75rem 0.75rem 1.25rem">
                <Group justify="space-between" gap="xs">
                  <p>
                    <Changing>{dutyText(duty)}</Changing>{' '}
                    {duty !== 'nobody' && (
                      <Text span c="dimmed">
                        {lackingText(peopleWhoLack(joined, duty), own)}
                      </Text>
                    )}
                  </p>
                  <Button
                    variant="default"
                    aria-label="Change who needs a second factor"
                    onClick={() => setDialog({ kind: 'duty' })}
                  >
                    Change…
                  </Button>
                </Group>
              </Paper>
            </Stack>
            <Stack gap="sm" component="section" aria-labelledby="invitations-heading">
              <Title id="invitations-heading">Open invitations</Title>
              {invited.length > 0 ? (
                rows(invited)
              ) : (
                <Text c="dimmed">There are none. An invitation is an email with a link that works for 72 hours.</Text>
              )}
            </Stack>
          </>
        )}
      </PeopleFrame>
      {dialog?.kind === 'invite' && <InviteDialog onDone={changed} onClose={() => setDialog(undefined)} />}
      {dialog?.kind === 'duty' && query.data && (
        <DutyDialog duty={query.data.duty} people={joined} onDone={changed} onClose={() => setDialog(undefined)} />
      )}
      {dialog && 'person' in dialog && (
        <PersonDialog task={dialog} people={joined} onDone={changed} onClose={() => setDialog(undefined)} />
      )}
    </>
  )
}

function countText(joined: number, invited: number): string {
  const people = joined === 1 ? '1 person' : `${joined} people`
  if (invited === 0) return `${people} with access`
  return `${people} with access, ${invited === 1 ? '1 open invitation' : `${invited} open invitations`}`
}
