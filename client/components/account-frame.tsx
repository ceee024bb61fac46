import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './account-frame.module.css'
import { BusyPageProvider } from './busy-page.tsx'
import { buttonClass } from './button-class.ts'
import frontDoor from './front-door.svg'
import frontDoorStrip from './front-door-strip.svg'
import { ArrowIcon } from './icons.tsx'

type AccountFrameProps = {
  title: string
  subtitle?: string
  /** `small` leaves the card to its content. */
  art?: 'tall' | 'small'
  children: ReactNode
}

export function AccountFrame({ title, subtitle, art = 'tall', children }: AccountFrameProps) {
  return (
    <div className={styles.page} data-no-call-bar>
      <div className={styles.card} data-art={art}>
        <div className={styles.art}>
          <picture>
            <source media="(min-width: 48em)" srcSet={frontDoor} width="360" height="660" />
            <img src={frontDoorStrip} width="360" height="96" alt="" />
          </picture>
        </div>
        <div className={styles.body}>
          <Link to="/" className={`${buttonClass('quiet', 'compact')} ${styles.back}`}>
            <ArrowIcon />
            Back to Home
          </Link>
          <h1 className={styles.title}>{title}</h1>
          {subtitle !== undefined && <p className={styles.subtitle}>{subtitle}</p>}
          <noscript>
            <p className={styles.noScript}>This page needs JavaScript, which is switched off in your browser.</p>
          </noscript>
          <BusyPageProvider>{children}</BusyPageProvider>
        </div>
      </div>
    </div>
  )
}
