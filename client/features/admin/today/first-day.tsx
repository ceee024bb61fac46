import { Button, Paper, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type RefObject, useState } from 'react'
import { Changing } from '#client/components/changing.tsx'
import { CheckIcon } from '#client/components/icons.tsx'
import { reportError } from '#client/components/report-error.ts'
import { api } from '#client/lib/api.ts'
import type { FirstDayLine } from '#shared/first-day.ts'
import { isAllowed } from '#shared/permissions.ts'
import { signInAnchor } from '#shared/second-factor.ts'
import { queryOptions } from '../layout/query-options.ts'
import { useStaff } from '../layout/staff-context.ts'
import styles from './today.module.css'

type Line = { label: string; to: string; search?: object; hash?: string; reloadDocument?: boolean; hint: string }

const lines: Readonly<Record<FirstDayLine, Line>> = {
  company: {
    label: 'Company name and license entered',
    to: '/admin/company',
    hint: 'New York City requires the license number on your site.',
  },
  samples: {
    label: 'Samples replaced',
    to: '/admin/company',
    hint: 'The legal name, phone number, addresses, projects, people and notices that come with the site are invented.',
  },
  email: {
    label: 'Email works',
    to: '/admin/company',
    search: { room: 'email' },
    hint: 'Send yourself a test email.',
  },
  colleague: { label: 'First colleague', to: '/admin/people', hint: 'Invite someone who answers requests, too.' },
  'second-factor': {
    label: 'Second factor',
    to: '/account',
    hash: signInAnchor,
    hint: 'Add a passkey or an authenticator app to your own account.',
  },
  request: {
    label: 'A request sent to yourself',
    to: '/estimate',
    // The form of a company that was just published.
    reloadDocument: true,
    hint: 'Ask for an estimate with your own email address, and read what a visitor gets.',
  },
  backup: {
    label: 'A backup made',
    to: '/admin/company',
    search: { room: 'backups' },
    hint: 'Have the server make one each night. With PostgreSQL, have pg_dump run; that isn’t seen here.',
  },
}

/** Asked for together with the work of the day, so that the checklist comes with it and moves nothing. */
export function useFirstDay() {
  const { role } = useStaff()
  return api.installation.firstDay.useQuery(undefined, {
    ...queryOptions,
    enabled: isAllowed(role, 'manageInstallation'),
    // Nothing reopens it.
    staleTime: ({ state }) => (state.data === null ? Number.POSITIVE_INFINITY : 0),
  })
}

type FirstDayProps = {
  /** It gets the focus when the card goes with the button that was pressed. */
  heading: RefObject<HTMLHeadingElement | null>
  /** Whether visitors wait who should come first. Only the state in which the page opens counts, so that nothing moves later. */
  isFolded: boolean
}

/** What an administrator does once, until nothing of it is open. */
export function FirstDay({ heading, isFolded }: FirstDayProps) {
  const utils = api.useUtils()
  const [isOpen, setOpen] = useState(!isFolded)
  const { data: found } = useFirstDay()
  const decline = api.installation.declineLine.useMutation()
  if (!found) return null

  async function press(id: FirstDayLine, declined: boolean): Promise<void> {
    if (decline.isPending) return
    try {
      const left = await decline.mutateAsync({ id, declined })
      if (!left) heading.current?.focus()
      utils.installation.firstDay.setData(undefined, left)
    } catch (error) {
      reportError('Not Saved', error)
    }
  }

  return (
    <Paper component="section" className={styles.firstDay} aria-labelledby="first-day">
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <Title id="first-day">First day</Title>
          <Text span c="dimmed" size="sm">
            <Changing>{`${found.filter(({ state }) => state === 'done').length} of ${found.length} done`}</Changing>
          </Text>
        </summary>
        <ul>
          {found.map(({ id, state }) => {
            const { label, hint, ...link } = lines[id]
            return (
              <li key={id} data-state={state}>
                <span className={styles.mark}>{state === 'done' && <CheckIcon />}</span>
                <p>
                  <Link {...link}>{label}</Link>
                  {state === 'done' && <span className="unseen">, done</span>}
                </p>
                {state === 'open' && <p className={styles.hint}>{hint}</p>}
                {state !== 'done' && (
                  <Button
                    variant="subtle"
                    c="dimmed"
                    aria-disabled={decline.isPending}
                    aria-label={`${state === 'open' ? 'Not for us' : 'Undo'}: ${label}`}
                    onClick={() => void press(id, state === 'open')}
                  >
                    {state === 'open' ? 'Not for us' : 'Undo'}
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      </details>
    </Paper>
  )
}
