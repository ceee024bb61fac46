import { Link, useMatch } from '@tanstack/react-router'
import { useId } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { SearchIcon } from '#client/components/icons.tsx'
import { SignOutButton } from '#client/components/sign-out-button.tsx'
import { paletteKeys, ShortcutKeys } from '../ui/shortcut-keys.tsx'
import styles from './admin-header.module.css'
import { useListOrigin } from './list-origin.ts'
import { useStaff } from './staff-context.ts'

const exactPath = { exact: true, includeSearch: false } as const

export function AdminHeader() {
  const { email, menu, openPalette } = useStaff()
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
          {/* The router sets aria-current="page" on the list itself; an estimate is only within the section. */}
          <Link to="/admin" search={listSearch} activeOptions={exactPath} aria-current={detail ? true : undefined}>
            Estimates
          </Link>
          <Link to="/admin/reports" state={{ listSearch: list?.search ?? listSearch }} activeOptions={exactPath}>
            Reports
          </Link>
        </nav>
        <button type="button" className={styles.search} onClick={openPalette} aria-keyshortcuts="Control+K Meta+K">
          <SearchIcon />
          <span>Search or go to…</span>
          <ShortcutKeys keys={paletteKeys} />
        </button>
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
