import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import section from '../layout/page-section.module.css'
import row from './day-row.module.css'
import styles from './today.module.css'

type SectionHeadingProps = {
  /** Links lead to the section by it. */
  id: string
  labelId: string
  title: string
  /** How many there are, with nothing where there are none. */
  children?: ReactNode
}

export function SectionHeading({ id, labelId, title, children }: SectionHeadingProps) {
  return (
    <h3 id={id} tabIndex={-1} className={`${section.heading} ${styles.title}`}>
      <span id={labelId}>{title}</span>{' '}
      {children && (
        <Text span inherit c="dimmed">
          {children}
        </Text>
      )}
    </h3>
  )
}

/** The heading of a row, which opens its request. */
export function RowName({ id, name }: { id: string; name: string }) {
  return (
    <h4 className={row.name}>
      <Link to="/admin/estimates/$id" params={{ id }} state={{ fromToday: true }} data-row-focus>
        <bdi>{name}</bdi>
      </Link>
    </h4>
  )
}
