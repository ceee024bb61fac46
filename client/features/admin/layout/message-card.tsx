import type { ReactNode } from 'react'
import styles from './message-card.module.css'

type MessageCardProps = {
  title: string
  heading?: 'h2' | 'h3'
  role?: 'alert' | 'status'
  children: ReactNode
}

/** Replaces missing content. */
export function MessageCard({ title, heading: Heading = 'h3', role, children }: MessageCardProps) {
  return (
    <div className={styles.card} role={role}>
      <Heading>{title}</Heading>
      {children}
    </div>
  )
}
