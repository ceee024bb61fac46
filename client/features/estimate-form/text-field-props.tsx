import type { ReactNode } from 'react'
import { fieldProps } from './field-props.ts'
import { LengthCounter } from './length-counter.tsx'
import type { LimitedField } from './text-length.ts'
import type { EstimateForm } from './use-estimate-form.ts'

export function textFieldProps(form: EstimateForm, field: LimitedField) {
  return {
    ...fieldProps(form, field),
    inputContainer: (input: ReactNode) => (
      <>
        {input}
        <LengthCounter form={form} field={field} />
      </>
    ),
  }
}
