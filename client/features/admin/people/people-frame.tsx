import { Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { errorReason } from '#client/lib/api-error.ts'
import { roleLabels } from '#shared/people.ts'
import { isAllowed } from '#shared/permissions.ts'
import navigation from '../layout/navigation.module.css'
import section from '../layout/page-section.module.css'
import { LoadError, MessageCard, Skeleton, useRetry } from '../layout/page-states.tsx'
import { useStaff } from '../layout/staff-context.ts'

type PeopleFrameProps<Data> = {
  title: string
  /** For instance “the audit log”. */
  what: string
  query: { data: Data | undefined; error: unknown; isFetching: boolean; refetch: () => unknown }
  /** It stands below the heading. */
  aside?: string | undefined
  /** Whether the page is one of those about people. */
  isAboutPeople?: boolean
  /** They stand beside the heading. */
  actions?: ReactNode
  filters?: ReactNode
  children: (data: Data) => ReactNode
}

const exact = { exact: true, includeSearch: false } as const

/** The frame of the administrators' pages, with their loading, refused and failed states. */
export function PeopleFrame<Data>(props: PeopleFrameProps<Data>) {
  const { title, what, query, aside, isAboutPeople = true, actions, filters, children } = props
  const { role, email } = useStaff()
  const { heading, retry } = useRetry(query.refetch)

  function content() {
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
        onRetry={retry}
      />
    )
  }

  return (
    <Stack
      gap="lg"
      component="section"
      pt={isAboutPeople ? 0 : 'md'}
      className={section.content}
      aria-labelledby="people-heading"
    >
      {isAboutPeople && (
        <nav className={`${navigation.links} ${navigation.tabs}`} aria-label="People">
          <Link to="/admin/people" activeOptions={exact}>
            People
          </Link>
          <Link to="/admin/people/log" activeOptions={exact}>
            Audit log
          </Link>
          <Link to="/admin/people/privacy">Privacy</Link>
        </nav>
      )}
      <Group justify="space-between" gap="0.75rem 1.5rem">
        <div>
          <h2 id="people-heading" ref={heading} tabIndex={-1} className={section.heading}>
            {title}
          </h2>
          {aside && <p className={section.aside}>{aside}</p>}
        </div>
        {actions}
      </Group>
      {filters}
      {content()}
    </Stack>
  )
}
