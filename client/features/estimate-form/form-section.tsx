import type { ReactNode } from 'react'
import styles from './form-section.module.css'

const sectionCount = 4

/** On phones its head stays in the window with the section, and says how far along the form is. */
export function FormSection({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2 className={styles.title}>
          <span className={styles.number} aria-hidden="true">
            {number}
          </span>
          {title}
        </h2>
        <p className={styles.part}>{`${number} of ${sectionCount}`}</p>
      </div>
      <div className={styles.fields}>{children}</div>
    </section>
  )
}

export function WideField({ children }: { children: ReactNode }) {
  return <div className={styles.wide}>{children}</div>
}
