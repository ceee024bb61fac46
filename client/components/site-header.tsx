import { Link } from '@tanstack/react-router'
import { company, licenseLine } from '#shared/company.ts'
import { buttonClass } from './button-class.ts'
import { MailIcon, PhoneIcon, PinIcon, ShieldIcon } from './icons.tsx'
import { Logo } from './logo.tsx'
import styles from './site-header.module.css'
import { SiteHeaderAccount } from './site-header-account.tsx'

export function SiteHeader() {
  return (
    <header className={styles.header}>
      <div className={styles.topBar}>
        <ul className={styles.facts}>
          <li>
            <a href={company.phone.href}>
              <PhoneIcon />
              {company.phone.display}
            </a>
          </li>
          <li>
            <a href={`mailto:${company.email}`}>
              <MailIcon />
              {company.email}
            </a>
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
