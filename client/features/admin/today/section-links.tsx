import type { MouseEvent } from 'react'
import type { Today } from '#client/lib/api.ts'
import { todaySections } from '#shared/estimates/today.ts'
import scroll from '../ui/scroll-row.module.css'
import { sectionCount } from './section-count.ts'
import { sectionTexts } from './section-labels.ts'
import styles from './section-links.module.css'

/** Leads to the sections, since a busy day is longer than the window. */
export function SectionLinks({ today }: { today: Today }) {
  return (
    <nav className={`${styles.links} ${scroll.row}`} aria-label="Today’s sections">
      {todaySections.map((name) => {
        const { total } = today.sections[name]
        return (
          <a key={name} href={`#${name}`} className={total === 0 ? styles.none : styles[name]} onClick={showSection}>
            {sectionTexts[name].short} <span className={styles.count}>{sectionCount(total)}</span>
          </a>
        )
      })}
    </nav>
  )
}

/** Scrolls without changing the address, so that Back leaves the page. */
function showSection(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault()
  const heading = document.getElementById(event.currentTarget.hash.slice(1))
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}
