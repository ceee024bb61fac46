import { Link, useMatch } from '@tanstack/react-router'
import { useId } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { SignOutButton } from '#client/components/sign-out-button.tsx'
import { formatWholeNumber } from '#shared/formatting.ts'
import styles from './admin-header.module.css'
import { useListOrigin } from './list-origin.ts'
import { useStaff } from './staff-context.ts'
import { staffTabs, useTodayCount } from './staff-tabs.ts'

const exactPath = { exact: true, includeSearch: false } as const

export function AdminHeader() {
  const { email, menu } = useStaff()
  const menuId = useId()
  const list = useMatch({ from: '/admin/', shouldThrow: false })
  const detail = useMatch({ from: '/admin/estimates/$id', shouldThrow: false })
  const { listSearch } = useListOrigin()
  return (
    // An estimate's print sheet has its own letterhead.
    <header className={detail ? `${styles.header} ${styles.screenOnly}` : styles.header}>
      <div className={styles.row}>
        <div className={styles.heading}>
          <h1 className={styles.title}>Admin Dashboard</h1>
          <p className={styles.subtitle}>Manage project estimates</p>
        </div>
        <nav className={styles.sections} aria-label="Sections">
          {staffTabs.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              {...(to === '/admin' ? { search: listSearch } : { state: { listSearch: list?.search ?? listSearch } })}
              activeOptions={exactPath}
              // The router sets "page" on the list itself; an estimate is only within the section.
              aria-current={to === '/admin' && detail ? true : undefined}
            >
              {label}
              {to === '/admin/today' && <TodayCount />}
            </Link>
          ))}
        </nav>
        <button
          type="button"
          className={`${buttonClass('onNavy', 'compact')} ${styles.menuButton}`}
          popoverTarget={menuId}
        >
          Menu
        </button>
        {/* A menu in narrow windows, otherwise a part of the row. */}
        <div id={menuId} popover="auto" className={styles.menu}>
          <p className={styles.welcome}>
            Welcome, <bdi>{email}</bdi>
          </p>
          <nav className={styles.links} aria-label="Dashboard">
            <div ref={menu.setSlot} className={styles.slot} />
            <Link to="/">Home</Link>
            <Link to="/account">Account</Link>
            <SignOutButton look="onNavy" leave />
          </nav>
        </div>
      </div>
    </header>
  )
}

function TodayCount() {
  const count = useTodayCount()
  if (!count) return null
  return (
    <>
      {' '}
      <span className={styles.count}>{formatWholeNumber(count)}</span>
      <span className="unseen"> waiting</span>
    </>
  )
}
