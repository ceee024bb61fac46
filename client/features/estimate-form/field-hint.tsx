import styles from './field-note.module.css'
import type { EstimateForm } from './use-estimate-form.ts'

type FieldHintProps = {
  form: EstimateForm
  field: 'phone' | 'squareFootage'
  /** The field had this value at the last blur. */
  leftWith: string | undefined
  hint: (value: string) => string | undefined
}

/** Says something about the value at the last blur, until the next change. */
export function FieldHint({ form, field, leftWith, hint }: FieldHintProps) {
  const value = form.useWatchValue(field)
  return (
    <div role="status" className={styles.note}>
      {leftWith === value && hint(value)}
    </div>
  )
}
