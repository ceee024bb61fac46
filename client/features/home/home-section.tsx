import { type ReactNode, useId } from 'react'
import styles from './home-section.module.css'

type HomeSectionProps = {
  id?: string
  title: string
  lead?: ReactNode
  /** Stands below the lead. */
  aside?: ReactNode
  /** The link puts the heading beside the content. */
  action?: ReactNode
  ground?: 'sunken' | 'navy'
  children: ReactNode
}

export function HomeSection({ id, title, lead, aside, action, ground, children }: HomeSectionProps) {
  const titleId = useId()
  return (
    <section
      id={id}
      className={ground ? `${styles.section} ${styles[ground]}` : styles.section}
      aria-labelledby={titleId}
    >
      <div className={action ? `${styles.content} ${styles.beside}` : styles.content}>
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {(lead || aside) && (
            <div className={styles.lead}>
              {lead && <p>{lead}</p>}
              {aside}
            </div>
          )}
          {action}
        </div>
        {children}
      </div>
    </section>
  )
}
