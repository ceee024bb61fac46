import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'
import { afterPress } from '#client/lib/after-press.ts'
import { type EstimateFormValues, emptyForm } from '#client/lib/estimate-values.ts'
import type { EstimateFields } from '#shared/estimates/estimate-input.ts'
import { estimateFieldNames } from '#shared/estimates/fields.ts'
import { isEmpty } from './draft-store.ts'
import { estimateFormSchema } from './form-values.ts'

export type EstimateForm = UseFormReturnType<EstimateFormValues, EstimateFields>

const getErrors = schemaResolver(estimateFormSchema, { sync: true })

/** Shows errors on blur and submit until the field is right. The inputs are uncontrolled, so typing renders nothing. */
export function useEstimateForm(): EstimateForm {
  const form = useForm<EstimateFormValues, EstimateFields>({
    mode: 'uncontrolled',
    initialValues: { ...emptyForm },
    validate: getErrors,
    transformValues: (values) => estimateFormSchema.parse(values),
    enhanceGetInputProps: ({ field, form: { getValues, validateField } }) => ({
      // An empty form has nothing wrong yet: the press may have been "Start over".
      onBlur: () =>
        afterPress(() => {
          if (!isEmpty(getValues())) validateField(field)
        }),
    }),
    clearInputErrorOnChange: false,
    onValuesChange(values, previous) {
      form.setErrors((shown) => {
        const changed = estimateFieldNames.filter((field) => shown[field] && values[field] !== previous[field])
        if (changed.length === 0) return shown
        const errors = getErrors(values)
        return { ...shown, ...Object.fromEntries(changed.map((field) => [field, errors[field]])) }
      })
    },
  })
  return form
}
