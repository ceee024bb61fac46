import { Link, useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { company, licenseLine } from '#shared/company.ts'
import { buttonClass } from './button-class.ts'
import { EmailLink, PhoneLink } from './company-links.tsx'
import { focusField } from './focus-field.ts'
import { PinIcon, ShieldIcon } from './icons.tsx'
import { Logo } from './logo.tsx'
import styles from './site-header.module.css'
import { SiteHeaderAccount } from './site-header-account.tsx'

export function SiteHeader() {
  const router = useRouter()
  return (
    <header className={styles.header}>
      <div className={styles.topBar}>
        <ul className={styles.facts}>
          <li>
            <PhoneLink />
          </li>
          <li>
            <EmailLink />
          </li>
          <li className={styles.area}>
            <PinIcon />
            {company.serviceArea}
          </li>
          <li className={styles.credentials}>
            <ShieldIcon />
            {licenseLine}
          </li>
        </ul>
      </div>
      <div className={styles.row}>
        <Logo />
        <div className={styles.actions}>
          <SiteHeaderAccount />
          <Link
            to="/estimate"
            inactiveProps={{ className: buttonClass('primary', 'compact') }}
            activeProps={{ className: buttonClass('quiet', 'compact') }}
            onClick={(event) => showFirstField(event, router.latestLocation.pathname)}
          >
            Free Estimate
          </Link>
        </div>
      </div>
    </header>
  )
}

/** On the form's own page, the link leads to the form instead of doing nothing, and does not stand out beside its button. */
function showFirstField(event: MouseEvent, pathname: string): void {
  const first = document.getElementById('estimate-name')
  // The form is still there while another page is on its way.
  if (!first || pathname !== '/estimate' || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  focusField(first)
}
