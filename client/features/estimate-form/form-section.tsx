import type { ReactNode } from 'react'
import styles from './form-section.module.css'

export function FormSection({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>
        <span className={styles.number} aria-hidden="true">
          {number}
        </span>
        {title}
      </h2>
      <div className={styles.fields}>{children}</div>
    </section>
  )
}

export function WideField({ children }: { children: ReactNode }) {
  return <div className={styles.wide}>{children}</div>
}
