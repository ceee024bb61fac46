import { Link } from '@tanstack/react-router'
import { Changing } from '#client/components/changing.tsx'
import type { EstimateDetail } from '#client/lib/api.ts'
import { optionLabel, projectTypes } from '#shared/estimates/options.ts'
import { formatDay, formatWholeNumber } from '#shared/formatting.ts'
import { capitalizedStatus } from '../ui/work-labels.ts'
import styles from './earlier-estimates.module.css'

/** Only a hint, since people may share an email address or phone number. */
export function EarlierEstimatesList({ earlier: { total, items } }: Pick<EstimateDetail, 'earlier'>) {
  if (total === 0) return null
  const unnamed = total - items.length
  return (
    <details className={styles.earlier}>
      <summary>{`${formatWholeNumber(total)} earlier ${total === 1 ? 'request' : 'requests'}`}</summary>
      <ul>
        {items.map(({ id, reference, createdAt, projectType, status }) => (
          <li key={id}>
            <Link to="/admin/estimates/$id" params={{ id }}>
              {reference}
            </Link>
            <Changing>
              {`, ${optionLabel(projectTypes, projectType)}, ${formatDay(new Date(createdAt))}, ${capitalizedStatus(status)}`}
            </Changing>
          </li>
        ))}
        {unnamed > 0 && <li>{`and ${formatWholeNumber(unnamed)} more`}</li>}
      </ul>
    </details>
  )
}
