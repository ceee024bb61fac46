import type { FormErrors } from '@mantine/form'
import { type EstimateField, estimateFieldNames } from '#shared/estimates/fields.ts'
import styles from './error-summary.module.css'
import { fieldId } from './field-props.ts'

export type ErrorReport = { readonly press: number; readonly errors: FormErrors }

type ErrorSummaryProps = {
  report: ErrorReport
  isWrong: (field: EstimateField) => boolean
  onFollow: (field: EstimateField) => void
}

/**
 * Strikes out corrected errors instead of removing them: the fields below must not move during typing, and a screen
 * reader would announce the list again.
 */
export function ErrorSummary({ report, isWrong, onFollow }: ErrorSummaryProps) {
  const wrong = estimateFieldNames.filter((field) => report.errors[field])
  return (
    <div role="alert" className={styles.summary}>
      <p className={styles.title}>{wrong.length === 1 ? 'Please fix 1 field' : `Please fix ${wrong.length} fields`}</p>
      <ul className={styles.list}>
        {wrong.map((field) => (
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
