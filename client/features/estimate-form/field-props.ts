import styles from './field-props.module.css'
import type { EstimateField } from './form-values.ts'
import type { EstimateForm } from './use-estimate-form.ts'

/** What every input of the form has in common: wiring to the form, name, label, and the mark of a required one. */
export function fieldProps(form: EstimateForm, field: EstimateField, label: string, required = false) {
  return {
    ...form.getInputProps(field),
    id: `estimate-${field}`,
    name: field,
    label,
    required,
    // The mark is drawn by the style sheet, so that the label's text, and the input's name with it, is the label alone.
    withAsterisk: false,
    labelProps: { className: required ? styles.required : undefined },
  }
}
