import { useNavigate, useSearch } from '@tanstack/react-router'
import { buttonClass } from '#client/components/button-class.ts'
import { api } from '#client/lib/api.ts'
import { displayName } from '#shared/account.ts'
import { auditKinds } from '#shared/audit.ts'
import type { AuditLogEntry, LoggedPerson } from '#shared/audit-log.ts'
import { isAllowed } from '#shared/permissions.ts'
import { MessageCard } from '../layout/message-card.tsx'
import section from '../layout/page-section.module.css'
import { queryOptions } from '../layout/query-options.ts'
import { useStaff } from '../layout/staff-context.ts'
import { useRetry } from '../layout/use-retry.ts'
import fields from '../ui/fields.module.css'
import { LabeledField } from '../ui/labeled-field.tsx'
import { LogEntries } from './log-entries.tsx'
import { kindGroups, knownKind } from './log-labels.ts'
import styles from './log-page.module.css'
import { PeopleContent, PeopleFrame } from './people-frame.tsx'

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
  const { heading, retry } = useRetry(query.refetch)
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? []

  return (
    <PeopleFrame
      title="Audit log"
      heading={heading}
      aside={<p className={section.aside}>Sign-ins, roles, invitations, exports and settings. Kept for 24 months.</p>}
    >
      {mayManage && <Filters person={person} kind={kind} entries={entries} />}
      <PeopleContent query={query} what="the audit log" onRetry={retry}>
        {() =>
          entries.length === 0 ? (
            <MessageCard title="No entries" role="status">
              <p>{person || kind ? 'Nothing matches these filters.' : 'Nothing has happened yet.'}</p>
            </MessageCard>
          ) : (
            <>
              <LogEntries entries={entries} />
              <div className={styles.more}>
                {query.isFetchNextPageError && (
                  <p className={fields.error} role="alert">
                    We couldn’t load older entries.
                  </p>
                )}
                {query.hasNextPage ? (
                  <button
                    type="button"
                    className={buttonClass('quiet', 'compact')}
                    aria-busy={query.isFetchingNextPage}
                    onClick={() => void query.fetchNextPage()}
                  >
                    {query.isFetchingNextPage ? 'Loading…' : 'Show older entries'}
                  </button>
                ) : (
                  <p className={section.aside}>That is all.</p>
                )}
              </div>
            </>
          )
        }
      </PeopleContent>
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
      <LabeledField label="Person">
        {(id) => (
          <select
            id={id}
            className={fields.input}
            value={person ?? ''}
            onChange={(event) => show({ person: event.currentTarget.value || undefined, kind })}
          >
            <option value="">Everyone</option>
            {people.map((one) => (
              <option key={one.id} value={one.id}>
                {displayName(one)}
              </option>
            ))}
            {person && !people.some(({ id: known }) => known === person) && (
              <option value={person}>{former ? displayName(former) : 'Someone without access'}</option>
            )}
          </select>
        )}
      </LabeledField>
      <LabeledField label="What happened">
        {(id) => (
          <select
            id={id}
            className={fields.input}
            value={kind ?? ''}
            onChange={(event) => show({ person, kind: event.currentTarget.value || undefined })}
          >
            <option value="">Everything</option>
            {kindGroups().map(({ title, kinds }) => (
              <optgroup key={title} label={title}>
                {kinds.map((one) => (
                  <option key={one} value={one}>
                    {auditKinds[one]}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        )}
      </LabeledField>
      {(person || kind) && (
        <button type="button" className={buttonClass('quiet', 'compact')} onClick={() => show({})}>
          Clear filters
        </button>
      )}
    </div>
  )
}

function personIn(entries: readonly AuditLogEntry[], id: string | undefined): LoggedPerson | undefined {
  return entries.flatMap(({ actor, subject }) => [actor ?? [], subject ?? []].flat()).find((one) => one.id === id)
}
