import { type EstimateField, estimateFields } from '#shared/estimates/fields.ts'
import styles from './field-props.module.css'
import type { EstimateForm } from './use-estimate-form.ts'

export function fieldId(field: EstimateField): string {
  return `estimate-${field}`
}

export function fieldProps(form: EstimateForm, field: EstimateField) {
  const row = estimateFields[field]
  const required = 'required' in row
  return {
    ...form.getInputProps(field),
    id: fieldId(field),
    name: field,
    label: row.label,
    required,
    // The style sheet draws the asterisk, so that the input's accessible name is the label alone.
    withAsterisk: false,
    labelProps: { className: required ? styles.required : undefined },
  }
}
