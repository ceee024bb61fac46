import { Button, NativeSelect, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { api } from '#client/lib/api.ts'
import { displayName } from '#shared/account.ts'
import { auditKinds } from '#shared/audit.ts'
import type { AuditLogEntry, LoggedPerson } from '#shared/audit-log.ts'
import { isAllowed } from '#shared/permissions.ts'
import section from '../layout/page-section.module.css'
import { MessageCard } from '../layout/page-states.tsx'
import { queryOptions } from '../layout/query-options.ts'
import { useStaff } from '../layout/staff-context.ts'
import { LogEntries } from './log-entries.tsx'
import { kindGroups, knownKind } from './log-labels.ts'
import styles from './log-page.module.css'
import { PeopleFrame } from './people-frame.tsx'

/** Shows who did what with accounts and rights, with the newest first. */
export function LogPage() {
  const { role } = useStaff()
  const mayManage = isAllowed(role, 'managePeople')
  const search = useSearch({ from: '/admin/people/log' })
  const kind = knownKind(search.kind)
  const { person } = search
  const query = api.people.log.useInfiniteQuery(
    { ...(person ? { person } : {}), ...(kind ? { kind } : {}) },
    { ...queryOptions, enabled: mayManage, getNextPageParam: ({ nextCursor }) => nextCursor },
  )
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? []

  return (
    <PeopleFrame
      title="Audit log"
      what="the audit log"
      query={query}
      aside="Sign-ins, roles, invitations, exports and settings. Kept for 24 months."
      filters={mayManage && <Filters person={person} kind={kind} entries={entries} />}
    >
      {() =>
        entries.length === 0 ? (
          <MessageCard title="No entries" role="status">
            <p>{person || kind ? 'Nothing matches these filters.' : 'Nothing has happened yet.'}</p>
          </MessageCard>
        ) : (
          <>
            <LogEntries entries={entries} />
            {query.isFetchNextPageError && (
              <Text c="error" fw={600} role="alert">
                We couldn’t load older entries.
              </Text>
            )}
            {query.hasNextPage ? (
              <Button
                variant="default"
                mr="auto"
                aria-busy={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {query.isFetchingNextPage ? 'Loading…' : 'Show older entries'}
              </Button>
            ) : (
              <p className={section.aside}>That is all.</p>
            )}
          </>
        )
      }
    </PeopleFrame>
  )
}

type FiltersProps = {
  person: string | undefined
  kind: string | undefined
  entries: readonly AuditLogEntry[]
}

function Filters({ person, kind, entries }: FiltersProps) {
  const navigate = useNavigate()
  const { data } = api.people.list.useQuery(undefined, queryOptions)
  const people: readonly LoggedPerson[] = data?.people ?? []
  // Former colleagues are chosen by pressing an entry.
  const former = people.some(({ id }) => id === person) ? undefined : personIn(entries, person)
  const show = (search: { person?: string | undefined; kind?: string | undefined }) =>
    void navigate({ to: '/admin/people/log', search, replace: true, resetScroll: false })
  return (
    <div className={styles.filters}>
      <NativeSelect
        label="Person"
        value={person ?? ''}
        onChange={(event) => show({ person: event.currentTarget.value || undefined, kind })}
        data={[
          { value: '', label: 'Everyone' },
          ...people.map((one) => ({ value: one.id, label: displayName(one) })),
          ...(person && !people.some(({ id }) => id === person)
            ? [{ value: person, label: former ? displayName(former) : 'Someone without access' }]
            : []),
        ]}
      />
      <NativeSelect
        label="What happened"
        value={kind ?? ''}
        onChange={(event) => show({ person, kind: event.currentTarget.value || undefined })}
        data={[
          { value: '', label: 'Everything' },
          ...kindGroups().map(({ title, kinds }) => ({
            group: title,
            items: kinds.map((one) => ({ value: one, label: auditKinds[one] })),
          })),
        ]}
      />
      {(person || kind) && (
        <Button variant="default" onClick={() => show({})}>
          Clear filters
        </Button>
      )}
    </div>
  )
}

function personIn(entries: readonly AuditLogEntry[], id: string | undefined): LoggedPerson | undefined {
  return entries.flatMap(({ actor, subject }) => [actor ?? [], subject ?? []].flat()).find((one) => one.id === id)
}
