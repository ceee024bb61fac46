import type { EstimateFormValues } from '#client/lib/estimate-values.ts'
import { type EstimateField, estimateFieldNames } from '#shared/estimates/fields.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isCheckbox = (control: Control | undefined) => control?.type === 'checkbox'
const isRadio = (control: Control) => control.type === 'radio'
const isChecked = (control: Control) => 'checked' in control && control.checked

/** A choice has a select and radio buttons, of which the style sheet shows one. The first is the one that is shown. */
export function findControls(form: HTMLFormElement, field: EstimateField): Control[] {
  const controls = [...form.querySelectorAll<Control>(`[name="${field}"]`)]
  return [...controls.filter(isShown), ...controls.filter((control) => !isShown(control))]
}

export const isShown = (control: Element) => control.getClientRects().length > 0

/** Omits empty values. */
export function readControls(form: HTMLFormElement): Partial<EstimateFormValues> {
  const found = estimateFieldNames.flatMap((field): [EstimateField, string | boolean][] => {
    const controls = findControls(form, field)
    if (isCheckbox(controls[0])) return controls.some(isChecked) ? [[field, true]] : []
    const filled = controls.find((control) => control.value !== '' && (!isRadio(control) || isChecked(control)))
    return filled ? [[field, filled.value]] : []
  })
  return Object.fromEntries(found)
}

/** Keeps the focus. */
export function writeControl(form: HTMLFormElement, field: EstimateField, value: string | boolean): void {
  for (const control of findControls(form, field)) {
    if ('checked' in control && (isCheckbox(control) || isRadio(control)))
      control.checked = isRadio(control) ? control.value === value : value === true
    else if (control.value !== value) control.value = String(value)
  }
}
