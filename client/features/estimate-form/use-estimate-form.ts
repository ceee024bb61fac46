import { type UseFormReturnType, useForm } from '@mantine/form'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import {
  checkForm,
  type EstimateFormErrors,
  type EstimateFormValues,
  emptyForm,
  estimateFields,
} from './form-values.ts'

export type EstimateForm = UseFormReturnType<EstimateFormValues>

function errorsOf(values: EstimateFormValues): EstimateFormErrors {
  const checked = checkForm(values)
  return checked.ok ? {} : checked.errors
}

/**
 * The form's values and errors. An error appears when its field is left or the form is sent, and goes as soon as the
 * field is right. The inputs keep their own text, so typing renders nothing.
 */
export function useEstimateForm(formElement: RefObject<HTMLFormElement | null>): EstimateForm {
  const form = useForm<EstimateFormValues>({
    mode: 'uncontrolled',
    initialValues: { ...emptyForm },
    validate: errorsOf,
    validateInputOnBlur: true,
    clearInputErrorOnChange: false,
    onValuesChange(values, previous) {
      form.setErrors((shown) => {
        const changed = estimateFields.filter((field) => shown[field] && values[field] !== previous[field])
        if (changed.length === 0) return shown
        const errors = errorsOf(values)
        return { ...shown, ...Object.fromEntries(changed.map((field) => [field, errors[field]])) }
      })
    },
  })

  // The page is readable before its scripts have come, so on a slow line people have begun to type by then; browsers
  // also fill in what stood there before a reload.
  const adoptTyped = useEffectEvent(() => {
    for (const field of estimateFields) {
      const control = formElement.current?.elements.namedItem(field)
      if (control instanceof HTMLInputElement && control.type === 'checkbox') {
        form.setFieldValue(field, control.checked, { forceUpdate: false })
      } else if (isTextControl(control) && control.value !== '') {
        form.setFieldValue(field, control.value, { forceUpdate: false })
      }
    }
  })
  useEffect(() => adoptTyped(), [])

  return form
}

function isTextControl(control: unknown): control is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement {
  return [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement].some((kind) => control instanceof kind)
}
