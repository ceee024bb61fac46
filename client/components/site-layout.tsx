import type { ReactNode } from 'react'
import { usePageChange } from '#client/lib/use-page-change.ts'
import { company } from '#shared/company.ts'
import { PhoneIcon } from './icons.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import styles from './site-layout.module.css'
import skip from './skip-link.module.css'
import { ToastOutlet } from './toasts.tsx'

const contentId = 'content'

/** `bare` leaves out header, footer and call bar. */
export function SiteLayout({ children, bare }: { children: ReactNode; bare: boolean }) {
  usePageChange(contentId)
  return (
    <div className={styles.page}>
      {!bare && (
        <>
          <a href={`#${contentId}`} className={skip.skip}>
            Skip to content
          </a>
          <SiteHeader />
        </>
      )}
      <div className={styles.body}>
        <main id={contentId} tabIndex={-1} className={styles.content}>
          {children}
        </main>
        {!bare && (
          <aside className={styles.callBar} aria-label="Call us">
            <a href={company.phone.href}>
              <PhoneIcon />
              Call {company.phone.display}
            </a>
          </aside>
        )}
      </div>
      {!bare && <SiteFooter />}
      <ToastOutlet />
    </div>
  )
}
