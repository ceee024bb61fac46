import { Button, Paper, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'

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
      <Stack gap="sm" align="start" maw="40rem" style={{ overflowWrap: 'anywhere' }}>
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
