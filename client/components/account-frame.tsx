import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './account-frame.module.css'
import { buttonClass } from './button-class.ts'
import frontDoor from './front-door.svg'
import { ArrowIcon } from './icons.tsx'

type AccountFrameProps = {
  title: string
  subtitle: string
  children: ReactNode
}

export function AccountFrame({ title, subtitle, children }: AccountFrameProps) {
  return (
    <div className={styles.page} data-no-call-bar>
      <div className={styles.card}>
        <div className={styles.art}>
          <img src={frontDoor} width="360" height="660" alt="" />
        </div>
        <div className={styles.body}>
          <Link to="/" className={`${buttonClass('quiet', 'compact')} ${styles.back}`}>
            <ArrowIcon />
            Back to Home
          </Link>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.subtitle}>{subtitle}</p>
          <noscript>
            <p className={styles.noScript}>This page needs JavaScript, which is switched off in your browser.</p>
          </noscript>
          {children}
        </div>
      </div>
    </div>
  )
}
