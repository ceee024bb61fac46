import type { FormErrors } from '@mantine/form'
import type { Ref } from 'react'
import { type EstimateField, estimateFieldNames } from '#shared/estimates/fields.ts'
import styles from './error-summary.module.css'
import { fieldId } from './field-props.ts'

export type ErrorReport = { readonly press: number; readonly errors: FormErrors }

type ErrorSummaryProps = {
  ref: Ref<HTMLDivElement>
  report: ErrorReport
  isWrong: (field: EstimateField) => boolean
  onFollow: (field: EstimateField) => void
}

/**
 * Counts the errors that are left. Corrected ones are struck out instead of removed: the fields below must not move
 * during typing. Screen readers announce the summary when it appears, and not again for each correction.
 */
export function ErrorSummary({ ref, report, isWrong, onFollow }: ErrorSummaryProps) {
  const listed = estimateFieldNames.filter((field) => report.errors[field])
  const left = listed.filter(isWrong).length
  return (
    <div ref={ref} role="alert" aria-atomic="false" aria-relevant="additions" className={styles.summary}>
      <p className={styles.title}>{left === 1 ? 'Please fix 1 field' : `Please fix ${left} fields`}</p>
      <ul className={styles.list}>
        {listed.map((field) => (
          <li key={field}>
            <a
              href={`#${fieldId(field)}`}
              className={`${styles.link} ${isWrong(field) ? '' : styles.done}`}
              onClick={(event) => {
                event.preventDefault()
                onFollow(field)
              }}
            >
              {report.errors[field]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
