import { Link } from '@tanstack/react-router'
import { company, licenseLine } from '#shared/company.ts'
import { buttonClass } from './button-class.ts'
import { EmailLink, PhoneLink } from './company-links.tsx'
import { PinIcon, ShieldIcon } from './icons.tsx'
import { Logo } from './logo.tsx'
import styles from './site-header.module.css'
import { SiteHeaderAccount } from './site-header-account.tsx'

export function SiteHeader() {
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
          <Link to="/estimate" className={buttonClass('primary', 'compact')}>
            Free Estimate
          </Link>
        </div>
      </div>
    </header>
  )
}
