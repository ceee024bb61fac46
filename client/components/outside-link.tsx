import type { ReactNode } from 'react'

type OutsideLinkProps = { href: string; className?: string | undefined; children: ReactNode }

/** Opens another site in a new tab, and says so to screen readers. */
export function OutsideLink({ href, className, children }: OutsideLinkProps) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
      <span className="unseen"> (opens in a new tab)</span>
    </a>
  )
}
