import { Link } from '@tanstack/react-router'
import { company } from '#shared/company.ts'
import styles from './logo.module.css'

/** The five houses stand for the five boroughs. */
export function Logo() {
  return (
    <Link to="/" className={styles.logo} activeOptions={{ exact: true, includeSearch: false, includeHash: false }}>
      <svg viewBox="0 0 36 36" width="36" height="36" aria-hidden="true">
        <rect width="36" height="36" rx="7" className={styles.ground} />
        <path className={styles.houses} d="M6 28V17h4v11ZM11 28V12h4v16ZM16 28V7h4v21ZM21 28V14h4v14ZM26 28V18h4v10Z" />
      </svg>
      <span className={styles.name}>{company.name}</span>
    </Link>
  )
}
