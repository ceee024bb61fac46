import type { ComponentProps, ReactNode } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { MessageCard } from './message-card.tsx'

type LoadFailureProps = Omit<ComponentProps<typeof MessageCard>, 'children'> & {
  /** That nothing is lost. */
  text: string
  onRetry: () => void
  /** Other ways on. */
  children?: ReactNode
}

/** Stands where something would be that did not load, and offers another try. */
export function LoadError({ text, onRetry, children, ...card }: LoadFailureProps) {
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
