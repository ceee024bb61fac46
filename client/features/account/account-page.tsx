import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ArrowIcon } from '#client/components/icons.tsx'
import { PageIntro } from '#client/components/page-intro.tsx'
import { PendingPage } from '#client/components/pending-page.tsx'
import { ProblemNote } from '#client/components/problem-note.tsx'
import { SignOutButton } from '#client/components/sign-out-button.tsx'
import { prepareToasts } from '#client/components/toasts.tsx'
import { useAuth } from '#client/lib/auth/use-auth.ts'
import { useLoaded } from '#client/lib/use-loaded.ts'
import type { AccountUser } from '#shared/account.ts'
import { isAllowed } from '#shared/permissions.ts'
import { StaffRegion } from '../admin/ui/staff-region.tsx'
import styles from './account.module.css'
import { AccountSections } from './account-sections.tsx'

/** The staff see their account in the dashboard's frame, and visitors on the site. */
export function AccountPage() {
  useEffect(prepareToasts, [])
  const state = useAuth()
  if (state.status !== 'signed-in') return null
  const { user } = state
  return isAllowed(user.role, 'workEstimates') ? <StaffAccount user={user} /> : <VisitorAccount user={user} />
}

const load = () => import('./staff-account.tsx')

function StaffAccount({ user }: { user: AccountUser }) {
  const { module, failed, retry } = useLoaded(load)
  if (module) return <module.StaffAccount user={user} />
  if (!failed) return <PendingPage isAlone />
  return <ProblemNote text="This page did not load." onRetry={retry} className={styles.page} />
}

function VisitorAccount({ user }: { user: AccountUser }) {
  return (
    <StaffRegion>
      <div className={styles.page} data-no-call-bar>
        <Button component={Link} to="/" variant="default" leftSection={<ArrowIcon />} className={styles.back}>
          Back to Home
        </Button>
        <Group justify="space-between" align="end" gap="1rem 2rem" my="xl">
          <PageIntro title="Your account" lead="Your profile, sign-in details and devices." />
          <Group gap="lg">
            <Link to="/admin">Admin dashboard</Link>
            <SignOutButton leave />
          </Group>
        </Group>
        <AccountSections key={user.id} user={user} />
      </div>
    </StaffRegion>
  )
}
