import type { ReactNode } from 'react'
import { company } from '#shared/company.ts'
import { buttonClass } from './button-class.ts'
import { PhoneIcon } from './icons.tsx'
import styles from './message-page.module.css'
import rowOfHouses from './row-of-houses.svg'

type MessagePageProps = {
  /** A short word above the title. */
  eyebrow?: string
  title: string
  /** What has happened, and what one can do about it. */
  text: string
  /** The ways on; the company's number follows them. */
  children: ReactNode
}

/** A page that is one message. */
export function MessagePage({ eyebrow, title, text, children }: MessagePageProps) {
  return (
    <div className={styles.page}>
      <div className={styles.content}>
        {eyebrow && <p className={styles.eyebrow}>{eyebrow}</p>}
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.text}>{text}</p>
        <div className={styles.actions}>
          {children}
          <a href={company.phone.href} className={buttonClass('onNavy')}>
            <PhoneIcon />
            {company.phone.display}
          </a>
        </div>
      </div>
      <img className={styles.houses} src={rowOfHouses} width="1200" height="220" alt="" />
    </div>
  )
}
