import { type UseFormReturnType, useForm } from '@mantine/form'
import { estimateFieldNames } from '#shared/estimates/fields.ts'
import { checkForm, type EstimateFormErrors, type EstimateFormValues, emptyForm } from './form-values.ts'

export type EstimateForm = UseFormReturnType<EstimateFormValues>

function errorsOf(values: EstimateFormValues): EstimateFormErrors {
  const checked = checkForm(values)
  return checked.ok ? {} : checked.errors
}

/** Shows errors on blur and submit until the field is right. The inputs are uncontrolled, so typing renders nothing. */
export function useEstimateForm(): EstimateForm {
  const form = useForm<EstimateFormValues>({
    mode: 'uncontrolled',
    initialValues: { ...emptyForm },
    validate: errorsOf,
    validateInputOnBlur: true,
    clearInputErrorOnChange: false,
    onValuesChange(values, previous) {
      form.setErrors((shown) => {
        const changed = estimateFieldNames.filter((field) => shown[field] && values[field] !== previous[field])
        if (changed.length === 0) return shown
        const errors = errorsOf(values)
        return { ...shown, ...Object.fromEntries(changed.map((field) => [field, errors[field]])) }
      })
    },
  })
  return form
}
