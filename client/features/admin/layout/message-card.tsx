import type { ReactNode } from 'react'
import styles from './message-card.module.css'

type MessageCardProps = {
  title: string
  /** The level that the title has where the message stands. */
  heading?: 'h2' | 'h3'
  /** For what screen readers are to be told when it comes. */
  role?: 'alert' | 'status'
  children: ReactNode
}

/** Stands where something would be that is not there, and says why. */
export function MessageCard({ title, heading: Heading = 'h3', role, children }: MessageCardProps) {
  return (
    <div className={styles.card} role={role}>
      <Heading>{title}</Heading>
      {children}
    </div>
  )
}
