import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'
import type { ChangeEvent, FocusEvent } from 'react'
import type { ZodMiniType } from 'zod/mini'
import { afterPress } from '#client/lib/after-press.ts'

export type AccountFormState<Values, Output> = UseFormReturnType<Values, Output>

/**
 * Leaves the inputs uncontrolled, so that text from password managers or from before hydration counts. Errors appear on
 * submit and on blur.
 *
 * @param initialValues by input name, in page order
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
    // Picks properties, since Mantine spreads the result over those it was given.
    enhanceGetInputProps: ({ inputProps: { onChange, error }, field, form }) => ({
      name: field,
      required: true,
      withAsterisk: false,
      // The current value would put a password into the markup.
      defaultValue: initialValues[field],
      onBlur(event: FocusEvent<HTMLInputElement>) {
        onChange(event)
        if (event.currentTarget.value !== '') afterPress(() => void form.validateField(field))
      },
      onChange(event: ChangeEvent<HTMLInputElement>) {
        onChange(event)
        if (error) form.validateField(field)
      },
    }),
  })
}
