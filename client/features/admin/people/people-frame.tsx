import { Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode, Ref } from 'react'
import { errorReason } from '#client/lib/api-error.ts'
import { roleLabels } from '#shared/people.ts'
import { isAllowed } from '#shared/permissions.ts'
import navigation from '../layout/navigation.module.css'
import section from '../layout/page-section.module.css'
import { LoadError, MessageCard, Skeleton } from '../layout/page-states.tsx'
import { useStaff } from '../layout/staff-context.ts'

type PeopleFrameProps = {
  title: string
  heading: Ref<HTMLHeadingElement>
  /** It stands beside the heading. */
  aside?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

const exact = { exact: true, includeSearch: false } as const

/** The frame of the administrators' pages. */
export function PeopleFrame({ title, heading, aside, actions, children }: PeopleFrameProps) {
  return (
    <Stack gap="lg" component="section" className={section.content} aria-labelledby="people-heading">
      <nav className={`${navigation.links} ${navigation.tabs}`} aria-label="People">
        <Link to="/admin/people" activeOptions={exact}>
          People
        </Link>
        <Link to="/admin/people/log" activeOptions={exact}>
          Audit log
        </Link>
        <Link to="/admin/people/privacy">Privacy</Link>
      </nav>
      <Group justify="space-between" gap="0.75rem 1.5rem">
        <div>
          <h2 id="people-heading" ref={heading} tabIndex={-1} className={section.heading}>
            {title}
          </h2>
          {aside}
        </div>
        {actions}
      </Group>
      {children}
    </Stack>
  )
}

type PeopleContentProps<Data> = {
  query: { data: Data | undefined; error: unknown; isFetching: boolean }
  /** For instance “the audit log”. */
  what: string
  onRetry: () => void
  children: (data: Data) => ReactNode
}

/** Shows the loading, refused and failed states. */
export function PeopleContent<Data>({ query, what, onRetry, children }: PeopleContentProps<Data>) {
  const { role, email } = useStaff()
  if (!isAllowed(role, 'managePeople') || errorReason(query.error) === 'insufficient_role')
    return (
      <MessageCard title="Only administrators see this page">
        <p>
          You are signed in as <bdi>{email}</bdi> with the role {roleLabels[role]}. Ask an administrator if something
          here has to change.
        </p>
        <Link to="/admin/today">Go to Today</Link>
      </MessageCard>
    )
  if (query.data !== undefined) return children(query.data)
  if (query.isFetching || !query.error) return <Skeleton label={`Loading ${what}…`} cards={3} />
  return (
    <LoadError
      title={`We couldn’t load ${what}`}
      role="alert"
      text="Nothing is lost. Only this page couldn’t get it."
      onRetry={onRetry}
    />
  )
}
