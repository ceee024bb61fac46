import { UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ChartIcon, ClockIcon, ListIcon, MenuIcon, SearchIcon } from '#client/components/icons.tsx'
import { isAllowed } from '#shared/permissions.ts'
import styles from './navigation.module.css'
import { TodayCount, useSectionLinks } from './section-links.tsx'
import { useStaff } from './staff-context.ts'

const icons = { '/admin/today': ClockIcon, '/admin': ListIcon, '/admin/reports': ChartIcon } as const

/** On phones, it puts the sections, the search and the menu within reach of the thumb. */
export function TabBar({ menuId }: { menuId: string }) {
  const { role, openPalette } = useStaff()
  const mayWork = isAllowed(role, 'workEstimates')
  const tabs = useSectionLinks().map(({ label, ...link }) => {
    const Icon = icons[link.to]
    return (
      <Link key={link.to} {...link} className={styles.tab}>
        <Icon />
        <span>{label}</span>
        {link.to === '/admin/today' && <TodayCount />}
      </Link>
    )
  })
  return (
    <nav className={styles.bar} aria-label="Sections" data-tab-bar="">
      {mayWork && (
        <>
          {tabs.slice(0, -1)}
          <UnstyledButton className={styles.tab} onClick={openPalette}>
            <SearchIcon />
            <span>Search</span>
          </UnstyledButton>
          {tabs.slice(-1)}
        </>
      )}
      <UnstyledButton className={styles.tab} popoverTarget={menuId}>
        <MenuIcon />
        <span>Menu</span>
      </UnstyledButton>
    </nav>
  )
}
