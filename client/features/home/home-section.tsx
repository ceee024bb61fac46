import { type ReactNode, useId } from 'react'
import styles from './home-section.module.css'

type HomeSectionProps = {
  title: string
  lead?: string
  /** What the section stands on; `navy` is the dark band. */
  ground?: 'paper' | 'sunken' | 'navy'
  children: ReactNode
}

/** A part of the home page under a heading of its own. */
export function HomeSection({ title, lead, ground = 'paper', children }: HomeSectionProps) {
  const titleId = useId()
  return (
    <section className={`${styles.section} ${styles[ground]}`} aria-labelledby={titleId}>
      <div className={styles.content}>
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {children}
      </div>
    </section>
  )
}
