import type { EstimateFormValues } from '#client/lib/estimate-values.ts'
import { type EstimateField, estimateFieldNames } from '#shared/estimates/fields.ts'

type TextControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function isTextControl(control: unknown): control is TextControl {
  return [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement].some((kind) => control instanceof kind)
}

function isCheckbox(control: unknown): control is HTMLInputElement {
  return control instanceof HTMLInputElement && control.type === 'checkbox'
}

/** Omits empty values. */
export function readControls(form: HTMLFormElement): Partial<EstimateFormValues> {
  const found = estimateFieldNames.flatMap((field): [EstimateField, string | boolean][] => {
    const control = form.elements.namedItem(field)
    if (isCheckbox(control)) return control.checked ? [[field, true]] : []
    return isTextControl(control) && control.value !== '' ? [[field, control.value]] : []
  })
  return Object.fromEntries(found)
}

/** Keeps the focus. */
export function writeControl(form: HTMLFormElement, field: EstimateField, value: string | boolean): void {
  const control = form.elements.namedItem(field)
  if (isCheckbox(control)) control.checked = value === true
  else if (isTextControl(control) && control.value !== value) control.value = String(value)
}
