import { type ReactNode, useId } from 'react'
import styles from './home-section.module.css'

type HomeSectionProps = {
  title: string
  lead?: string
  /** A link, which puts the heading beside the content. */
  action?: ReactNode
  ground?: 'paper' | 'sunken' | 'navy'
  children: ReactNode
}

export function HomeSection({ title, lead, action, ground = 'paper', children }: HomeSectionProps) {
  const titleId = useId()
  return (
    <section className={`${styles.section} ${styles[ground]}`} aria-labelledby={titleId}>
      <div className={action ? `${styles.content} ${styles.beside}` : styles.content}>
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {lead && <p className={styles.lead}>{lead}</p>}
          {action}
        </div>
        {children}
      </div>
    </section>
  )
}
