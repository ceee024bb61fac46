import { Button } from '@mantine/core'
import { auth } from '#client/lib/auth/auth-client.ts'
import { company } from '#shared/company.ts'
import { MessageCard } from './message-card.tsx'

export function NoAccess({ email, onRetry }: { email: string; onRetry: () => void }) {
  function retry(): void {
    onRetry()
    // The frame shows its links again for an account that has a role now.
    void auth.reload()
  }

  return (
    <MessageCard title="Your account can’t view estimate requests">
      <p>
        You are signed in as <bdi>{email}</bdi>. If you work for {company.name}, ask an administrator for access, then
        press Retry.
      </p>
      <p>
        If you asked us for an estimate, we’ll contact you by email or phone. You can reach us at{' '}
        <a href={company.phone.href}>{company.phone.display}</a>.
      </p>
      <Button variant="default" onClick={retry}>
        Retry
      </Button>
    </MessageCard>
  )
}
