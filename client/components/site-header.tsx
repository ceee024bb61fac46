import { Link } from '@tanstack/react-router'
import { company } from '#shared/company.ts'
import { buttonClass } from './button-class.ts'
import { PhoneIcon } from './icons.tsx'
import { Logo } from './logo.tsx'
import styles from './site-header.module.css'

export function SiteHeader() {
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        <Logo />
        <div className={styles.actions}>
          <a href={company.phone.href} className={styles.phone}>
            <PhoneIcon />
            {company.phone.display}
          </a>
          <Link to="/estimate" className={buttonClass('primary', 'compact')}>
            Free Estimate
          </Link>
        </div>
      </div>
    </header>
  )
}
