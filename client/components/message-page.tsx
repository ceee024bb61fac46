import type { ReactNode } from 'react'
import { company } from '#shared/company.ts'
import { buttonClass } from './button-class.ts'
import { PhoneIcon } from './icons.tsx'
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
