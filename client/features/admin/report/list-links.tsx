import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import type { ReportPeriod } from '#shared/report-period.ts'
import styles from './list-links.module.css'

type ListNumberProps = {
  /** Undefined where no list shows just these, as for a value that no filter knows. */
  search: ListSearch | undefined
  children: ReactNode
}

/** A number that leads to the estimates it counts. */
export function ListNumber({ search, children }: ListNumberProps) {
  if (!search) return <span>{children}</span>
  return (
    <Link to="/admin" search={search} className={styles.number}>
      {children}
    </Link>
  )
}

export function periodSearch({ from, to }: ReportPeriod): ListSearch {
  return { from, to }
}
