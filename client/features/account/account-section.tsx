import type { ReactNode } from 'react'
import styles from './account-section.module.css'

type AccountSectionProps = {
  /** It appears in the address and in the heading's id. */
  anchor: string
  title: string
  note?: string
  children: ReactNode
}

/** One card of the account page. Its heading takes the focus when a step within it is over. */
export function AccountSection({ anchor, title, note, children }: AccountSectionProps) {
  return (
    <section id={anchor} className={styles.section} aria-labelledby={toHeadingId(anchor)}>
      <h2 id={toHeadingId(anchor)} tabIndex={-1} className={styles.heading}>
        {title}
      </h2>
      {note !== undefined && <p className={styles.note}>{note}</p>}
      {children}
    </section>
  )
}

export function focusSection(anchor: string): void {
  document.getElementById(toHeadingId(anchor))?.focus()
}

function toHeadingId(anchor: string): string {
  return `${anchor}-heading`
}
