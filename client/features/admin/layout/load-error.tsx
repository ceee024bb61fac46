import { Button } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { MessageCard } from './message-card.tsx'

type LoadErrorProps = Omit<ComponentProps<typeof MessageCard>, 'children'> & {
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
