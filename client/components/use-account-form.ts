import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'
import type { ChangeEvent, FocusEvent } from 'react'
import type { ZodMiniType } from 'zod/mini'

export type AccountFormState<Values, Output> = UseFormReturnType<Values, Output>

/**
 * The inputs keep their own text, which `AccountForm` reads on submit: so a password manager's entries count, also from
 * before the scripts have loaded. Errors appear on submit, or when a field is left with something wrong in it.
 *
 * @param initialValues by the inputs' names, in the order of the page
 */
export function useAccountForm<Values extends Record<string, string>, Output>(
  schema: ZodMiniType<Output>,
  initialValues: Values,
): AccountFormState<Values, Output> {
  return useForm<Values, Output>({
    mode: 'uncontrolled',
    initialValues,
    validate: schemaResolver(schema, { sync: true }),
    transformValues: (values) => schema.parse(values),
    clearInputErrorOnChange: false,
    // Taken apart, since the result is written over the given properties.
    enhanceGetInputProps: ({ inputProps: { onChange, error }, field, form }) => ({
      name: field,
      required: true,
      withAsterisk: false,
      // The present value would put a password into the document's markup.
      defaultValue: initialValues[field],
      onBlur(event: FocusEvent<HTMLInputElement>) {
        onChange(event)
        if (event.currentTarget.value !== '') form.validateField(field)
      },
      onChange(event: ChangeEvent<HTMLInputElement>) {
        onChange(event)
        if (error) form.validateField(field)
      },
    }),
  })
}
