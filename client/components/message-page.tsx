import type { ReactNode } from 'react'
import { buttonClass } from './button-class.ts'
import { PhoneLink } from './company-links.tsx'
import styles from './message-page.module.css'
import rowOfHouses from './row-of-houses.svg'

type MessagePageProps = {
  eyebrow?: string
  title: string
  text: string
  children: ReactNode
}

export function MessagePage({ eyebrow, title, text, children }: MessagePageProps) {
  return (
    <div className={styles.page} data-no-call-bar>
      <div className={styles.content}>
        {eyebrow && <p className={styles.eyebrow}>{eyebrow}</p>}
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.text}>{text}</p>
        <div className={styles.actions}>
          {children}
          <PhoneLink className={buttonClass('onNavy')} />
        </div>
      </div>
      <img className={styles.houses} src={rowOfHouses} width="1200" height="220" alt="" />
    </div>
  )
}
