import { Button, Group, Paper, Stack, Title } from '@mantine/core'
import { type ReactNode, type RefObject, useRef } from 'react'
import { Spinner } from '#client/components/spinner.tsx'
import { auth } from '#client/lib/auth/auth-client.ts'
import { company } from '#shared/company.ts'
import styles from './page-states.module.css'

type SkeletonProps = {
  label: string
  cards: number
}

export function Skeleton({ label, cards }: SkeletonProps) {
  return (
    <Stack gap="sm" role="status">
      <Group gap="xs" c="dimmed">
        <Spinner />
        {label}
      </Group>
      {Array.from({ length: cards }, (_, index) => index).map((card) => (
        <Paper key={card} className={styles.card} aria-hidden="true">
          <span />
          <span />
          <span />
        </Paper>
      ))}
    </Stack>
  )
}

type MessageCardProps = {
  title: string
  heading?: 'h2' | 'h3'
  role?: 'alert' | 'status'
  children: ReactNode
}

/** Replaces missing content. */
export function MessageCard({ title, heading = 'h3', role, children }: MessageCardProps) {
  return (
    <Paper p="clamp(1.25rem, 4vw, 2.5rem)" mt="xs" role={role}>
      <Stack gap="sm" align="start" maw="40rem" className={styles.message}>
        <Title order={heading === 'h2' ? 2 : 3} size="h2">
          {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  )
}

type LoadErrorProps = Omit<MessageCardProps, 'children'> & {
  text: string
  onRetry: () => void
  children?: ReactNode
}

export function LoadError({ text, onRetry, children, ...card }: LoadErrorProps) {
  return (
    <MessageCard {...card}>
      <p>{text} Trying again often helps.</p>
      <Button onClick={onRetry}>Retry</Button>
      {children}
    </MessageCard>
  )
}

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

type Retry = { heading: RefObject<HTMLHeadingElement | null>; retry: () => void }

/** Retries a page's query. The heading gets the focus, which would be lost with the button that was pressed. */
export function useRetry(reload: () => unknown): Retry {
  const heading = useRef<HTMLHeadingElement>(null)
  return {
    heading,
    retry() {
      heading.current?.focus()
      void reload()
    },
  }
}
