import { fieldLabels } from './field-labels.ts'
import styles from './field-props.module.css'
import type { EstimateField } from './form-values.ts'
import type { EstimateForm } from './use-estimate-form.ts'

/** The id of a field's input. */
export function fieldId(field: EstimateField): string {
  return `estimate-${field}`
}

/** What every input of the form has in common: wiring to the form, name, label, and the mark of a required one. */
export function fieldProps(form: EstimateForm, field: EstimateField, required = false) {
  return {
    ...form.getInputProps(field),
    id: fieldId(field),
    name: field,
    label: fieldLabels[field],
    required,
    // The mark is drawn by the style sheet, so that the label's text, and the input's name with it, is the label alone.
    withAsterisk: false,
    labelProps: { className: required ? styles.required : undefined },
  }
}
