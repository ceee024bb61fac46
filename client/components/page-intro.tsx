import type { ReactNode } from 'react'
import styles from './page-intro.module.css'

type PageIntroProps = {
  title: string
  lead: string
  children?: ReactNode
}

export function PageIntro({ title, lead, children }: PageIntroProps) {
  return (
    <div className={styles.intro}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.lead}>{lead}</p>
      {children}
    </div>
  )
}
