import { Button } from '@mantine/core'
import { Link, useMatch } from '@tanstack/react-router'
import { SearchIcon } from '#client/components/icons.tsx'
import { SignOutButton } from '#client/components/sign-out-button.tsx'
import { isAllowed } from '#shared/permissions.ts'
import { paletteKeys, ShortcutKeys } from '../ui/shortcut-keys.tsx'
import styles from './admin-header.module.css'
import navigation from './navigation.module.css'
import { TodayCount, useSectionLinks } from './section-links.tsx'
import { useStaff } from './staff-context.ts'
import { useBelow } from './use-breakpoint.ts'

/** @param menuId the id that the menu gets */
export function AdminHeader({ menuId }: { menuId: string }) {
  const { email, name, role, menu, openPalette } = useStaff()
  const detail = useMatch({ from: '/admin/estimates/$id', shouldThrow: false })
  const links = useSectionLinks()
  const isPhone = useBelow('sm')
  const isNarrow = useBelow('md')
  const hasMenu = useBelow('lg')
  const mayWork = isAllowed(role, 'workEstimates')
  const mayManage = isAllowed(role, 'managePeople')
  return (
    // An estimate's print sheet has its own letterhead.
    <header className={detail ? `${styles.header} ${styles.screenOnly}` : styles.header}>
      <div className={styles.row}>
        <div className={styles.heading}>
          <h1 className={styles.title}>Admin Dashboard</h1>
          <p className={styles.subtitle}>Manage project estimates</p>
        </div>
        {!isPhone && mayWork && (
          <nav className={`${navigation.links} ${styles.sections}`} aria-label="Sections">
            {links.map(({ label, ...link }) => (
              <Link key={link.to} {...link}>
                {label}
                {link.to === '/admin/today' && <TodayCount />}
              </Link>
            ))}
            {mayManage && <Link to="/admin/people">People</Link>}
            {mayManage && !isNarrow && <Link to="/admin/company">Company</Link>}
          </nav>
        )}
        {!isPhone && mayWork && (
          <Button
            variant="inverse"
            className={styles.search}
            aria-label="Search or go to…"
            aria-keyshortcuts="Control+K Meta+K"
            onClick={openPalette}
          >
            <SearchIcon />
            <span className={styles.searchText}>Search or go to…</span>
            <ShortcutKeys keys={paletteKeys} />
          </Button>
        )}
        {hasMenu && !isPhone && (
          <Button variant="inverse" popoverTarget={menuId}>
            Menu
          </Button>
        )}
        {/* This is a menu in narrow windows, and otherwise a part of the row. */}
        <div id={menuId} popover="auto" className={styles.menu}>
          <p className={styles.welcome}>
            Welcome,{' '}
            {name === undefined ? (
              <bdi>{email}</bdi>
            ) : (
              <>
                <bdi className={styles.name}>{name}</bdi> <bdi className={styles.email}>{email}</bdi>
              </>
            )}
          </p>
          <nav className={styles.links} aria-label="Dashboard">
            <div ref={menu.setSlot} className={styles.slot} />
            {isNarrow && mayWork && (
              <Button component={Link} to="/admin/new" variant="inverse">
                New request
              </Button>
            )}
            {isPhone && mayManage && <Link to="/admin/people">People</Link>}
            {isNarrow && mayManage && <Link to="/admin/company">Company</Link>}
            {/* A company that was just published is known to pages that load. */}
            <Link reloadDocument to="/">
              Home
            </Link>
            <Link to="/account">Account</Link>
            <SignOutButton look="onNavy" leave />
          </nav>
        </div>
      </div>
    </header>
  )
}
