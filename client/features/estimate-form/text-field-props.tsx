import type { ReactNode } from 'react'
import styles from './field-note.module.css'
import { fieldProps } from './field-props.ts'
import { LengthCounter } from './length-counter.tsx'
import type { LimitedField } from './text-length.ts'
import type { EstimateForm } from './use-estimate-form.ts'

export function textFieldProps(form: EstimateForm, field: LimitedField) {
  return {
    ...fieldProps(form, field),
    inputContainer: (input: ReactNode) => (
      <div className={styles.box}>
        {input}
        <LengthCounter form={form} field={field} />
      </div>
    ),
  }
}
