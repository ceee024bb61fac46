import type { ComponentProps, ReactNode } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
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
      <button type="button" className={buttonClass()} onClick={onRetry}>
        Retry
      </button>
      {children}
    </MessageCard>
  )
}
