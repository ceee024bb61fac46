import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { FieldHint } from './field-hint.tsx'
import { fieldProps } from './field-props.ts'
import { footageHint } from './footage-note.ts'
import type { EstimateForm } from './use-estimate-form.ts'
import { useLeftValue } from './use-left-value.ts'

export function FootageField({ form }: { form: EstimateForm }) {
  const { onBlur: onFieldBlur, ...props } = fieldProps(form, 'squareFootage')
  const { leftWith, onBlur } = useLeftValue(onFieldBlur)

  return (
    <TextInput
      key={form.key('squareFootage')}
      {...props}
      onBlur={onBlur}
      inputContainer={(input: ReactNode) => (
        <>
          {input}
          <FieldHint form={form} field="squareFootage" leftWith={leftWith} hint={footageHint} />
        </>
      )}
      description="Approximate square footage of the project area"
      inputMode="numeric"
      enterKeyHint="next"
      autoComplete="off"
    />
  )
}
