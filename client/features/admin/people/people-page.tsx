import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { Changing } from '#client/components/changing.tsx'
import { api } from '#client/lib/api.ts'
import { minuteMs } from '#shared/durations.ts'
import type { Person } from '#shared/people.ts'
import { isAllowed } from '#shared/permissions.ts'
import section from '../layout/page-section.module.css'
import { queryOptions } from '../layout/query-options.ts'
import { useStaff } from '../layout/staff-context.ts'
import { usePageActions } from '../layout/use-page-actions.ts'
import { useRetry } from '../layout/use-retry.ts'
import { DutyDialog } from './duty-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { PeopleContent, PeopleFrame } from './people-frame.tsx'
import { dutyText, lackingText, peopleWhoLack } from './people-labels.ts'
import styles from './people-page.module.css'
import { PersonDialog, type PersonTask } from './person-dialog.tsx'
import { InvitationRow, PersonRow } from './person-row.tsx'

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
  const { heading, retry } = useRetry(query.refetch)
  const people = query.data?.people ?? []
  const joined = people.filter(({ invitation }) => invitation === null)
  const invited = people.filter(({ invitation }) => invitation !== null)
  usePageActions(mayManage ? [{ label: 'Invite a colleague', run: () => setDialog({ kind: 'invite' }) }] : [])

  // A change shows in assignees, lists and timelines, too.
  const changed = () => void queryClient.invalidateQueries()

  const rows = (list: readonly Person[], Row: typeof PersonRow) => (
    <ul className={styles.rows}>
      {list.map((person) => (
        <Row key={person.id} person={person} now={new Date(query.data?.now ?? Date.now())} onTask={setDialog} />
      ))}
    </ul>
  )

  return (
    <PeopleFrame
      title="People"
      heading={heading}
      aside={query.data && <p className={section.aside}>{countText(joined.length, invited.length)}</p>}
      actions={
        query.data && (
          <button
            type="button"
            className={buttonClass('primary', 'compact')}
            onClick={() => setDialog({ kind: 'invite' })}
          >
            Invite a colleague
          </button>
        )
      }
    >
      <PeopleContent query={query} what="the people" onRetry={retry}>
        {({ duty }) => (
          <>
            {rows(joined, PersonRow)}
            <section className={styles.part} aria-labelledby="duty-heading">
              <h3 id="duty-heading" className={styles.subheading}>
                Required second factor
              </h3>
              <div className={styles.duty}>
                <p>
                  <Changing>{dutyText(duty)}</Changing>{' '}
                  {duty !== 'nobody' && (
                    <span className={styles.muted}>{lackingText(peopleWhoLack(joined, duty), own)}</span>
                  )}
                </p>
                <button
                  type="button"
                  className={buttonClass('quiet', 'compact')}
                  aria-label="Change who needs a second factor"
                  onClick={() => setDialog({ kind: 'duty' })}
                >
                  Change…
                </button>
              </div>
            </section>
            <section className={styles.part} aria-labelledby="invitations-heading">
              <h3 id="invitations-heading" className={styles.subheading}>
                Open invitations
              </h3>
              {invited.length > 0 ? (
                rows(invited, InvitationRow)
              ) : (
                <p className={styles.muted}>
                  There are none. An invitation is an email with a link that works for 72 hours.
                </p>
              )}
            </section>
          </>
        )}
      </PeopleContent>
      {dialog?.kind === 'invite' && <InviteDialog onDone={changed} onClose={() => setDialog(undefined)} />}
      {dialog?.kind === 'duty' && query.data && (
        <DutyDialog duty={query.data.duty} people={joined} onDone={changed} onClose={() => setDialog(undefined)} />
      )}
      {dialog && 'person' in dialog && (
        <PersonDialog task={dialog} people={joined} onDone={changed} onClose={() => setDialog(undefined)} />
      )}
    </PeopleFrame>
  )
}

function countText(joined: number, invited: number): string {
  const people = joined === 1 ? '1 person' : `${joined} people`
  if (invited === 0) return `${people} with access`
  return `${people} with access, ${invited === 1 ? '1 open invitation' : `${invited} open invitations`}`
}
